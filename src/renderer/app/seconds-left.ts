type Step = { readonly done: number; readonly total: number; readonly at: number };

/** From the pace since the first step; null while there is too little data. Milliseconds in, seconds out. */
export const secondsLeft = (first: Step, now: Step): number | null => {
  const elapsed = now.at - first.at;
  const done = now.done - first.done;
  if (elapsed < 1000 || done <= 0 || now.total <= now.done) return null;
  return Math.ceil(((now.total - now.done) * elapsed) / done / 1000);
};
