import { useSyncExternalStore } from "react";

/** Whether the page is dark now; follows a switch of the theme. */
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark);

const isDark = (): boolean => document.documentElement.dataset["theme"] === "dark";

const subscribe = (changed: () => void): (() => void) => {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
};
