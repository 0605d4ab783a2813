import { type RefCallback, useCallback, useState } from "react";

export type Size = { readonly width: number; readonly height: number };

/** The size of an element, as it changes. */
export const useSize = (): readonly [RefCallback<HTMLElement>, Size] => {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
};
