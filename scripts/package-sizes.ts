/**
 * How large a package may be, in MB (1,000,000 bytes): unpacked, and the largest of its installers. Chromium is
 * about 290 MB of the unpacked size, native code of models about 90. A package that outgrows its budget has got
 * something that it does not need, or the budget gets a new figure with a reason.
 */
export const SIZE_BUDGETS = {
  "linux-x64": { unpacked: 480, installer: 175 },
  "linux-arm64": { unpacked: 480, installer: 175 },
  "win-x64": { unpacked: 480, installer: 175 },
  "win-arm64": { unpacked: 480, installer: 175 },
  "mac-x64": { unpacked: 480, installer: 190 },
  "mac-arm64": { unpacked: 480, installer: 190 },
} as const;

export type PackagePlatform = keyof typeof SIZE_BUDGETS;

const MB = 1_000_000;

/** One sentence for each size over the budget. `sizes` in bytes, by the name of the file. */
export const oversized = (
  platform: PackagePlatform,
  unpacked: number,
  installers: Readonly<Record<string, number>>,
): readonly string[] => {
  const budget = SIZE_BUDGETS[platform];
  return [
    ...tooLarge("The unpacked app", unpacked, budget.unpacked),
    ...Object.entries(installers).flatMap(([name, bytes]) => tooLarge(name, bytes, budget.installer)),
  ];
};

const tooLarge = (what: string, bytes: number, most: number): readonly string[] =>
  bytes > most * MB ? [`${what} has ${Math.ceil(bytes / MB)} MB; its budget is ${most} MB.`] : [];
