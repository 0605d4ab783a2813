import { useEffect, useState } from "react";

/** The value; while something moves, the last value that stayed the same for a moment. */
export const useRested = <Value>(value: Value, isMoving: boolean): Value => {
  const [rested, setRested] = useState(value);
  if (!isMoving && rested !== value) setRested(value);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(() => setRested(value), REST);
    return () => clearTimeout(timer);
  }, [value, isMoving]);
  return isMoving ? rested : value;
};

/** Milliseconds without a change after which the value counts as resting. */
const REST = 100;
