/** One dream in the diary. */
export type ToldSweep = { readonly at: string; readonly promoted: number };

/**
 * Newest first. The diary also contains dreams that kept nothing, and those from before the database was
 * created again.
 */
export const sweepsIn = (diary: string): readonly ToldSweep[] =>
  diary
    .split(/^(?=## )/m)
    .flatMap((section) => {
      const [, date, time] = /^## Deep Sleep (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC\r?$/m.exec(section) ?? [];
      const promoted = Number(/^- promoted: (\d+)\r?$/m.exec(section)?.[1] ?? 0);
      return date === undefined ? [] : [{ at: `${date}T${time}:00.000Z`, promoted }];
    })
    .toReversed();
