import { useEffect, useRef, useState } from "react";

/**
 * The tile whose card is shown: the one under the resting pointer, or the one with the focus. The card stays while
 * the pointer moves to it; Escape or a click closes it.
 */
export const useHovered = () => {
  const [shown, setShown] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (key: string | null, wait: number) => {
    if (wanted.current === key) return;
    wanted.current = key;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(key), wait);
  };
  const now = (key: string | null) => {
    clearTimeout(timer.current);
    wanted.current = key;
    setShown(key);
  };
  return {
    shown,
    /** Reports the tile under the pointer; null when there is none. */
    rest: (key: string | null) => later(key, key === null ? LEAVING : shown === null ? RESTING : LEAVING),
    /** Reports that the pointer reached the card, so it stays. */
    stay: () => now(shown),
    show: (key: string) => now(key),
    /** Closes the card. The tile under the pointer opens it again only after the pointer was on a different tile. */
    dismiss: () => {
      clearTimeout(timer.current);
      setShown(null);
    },
    hide: () => now(null),
  };
};

/** Milliseconds. A pointer that crosses the map opens no card, and one that moves to the card does not close it. */
const RESTING = 350;
const LEAVING = 200;
