/**
 * Works through a list in steps of a few, and lets other work of the thread run between them. For work that is
 * safe to interrupt after any step.
 */
export const inSteps = async <Item>(
  items: readonly Item[],
  size: number,
  work: (few: readonly Item[]) => void,
): Promise<void> => {
  for (let at = 0; at < items.length; at += size) {
    work(items.slice(at, at + size));
    if (at + size >= items.length) return;
    await letOthersRun();
  }
};

/** Between two pieces of work that take milliseconds each. */
export const letOthersRun = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
