import { useEffect, useRef, useState } from "react";

/**
 * Which tile a card is shown for: the one under the pointer once it rests there, or the one the keys are on. The
 * card stays while the pointer is on its way to it, and Escape or a press puts it away.
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
    /** The pointer is on this tile, or on none. */
    rest: (key: string | null) => later(key, key === null ? LEAVING : shown === null ? RESTING : LEAVING),
    /** The pointer reached the card: it stays. */
    stay: () => now(shown),
    show: (key: string) => now(key),
    /** Put away; the tile under the pointer does not bring it back before another one was there. */
    dismiss: () => {
      clearTimeout(timer.current);
      setShown(null);
    },
    hide: () => now(null),
  };
};

/** Milliseconds: a pointer that crosses the map opens nothing, one on its way to the card loses nothing. */
const RESTING = 350;
const LEAVING = 200;
