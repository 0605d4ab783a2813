/**
 * How large a package may be, in MB (1,000,000 bytes): unpacked, the largest of its installers, and `own`, what is
 * not Electron's: the app, its dependencies, native code and models. Chromium is about 290 MB of the unpacked
 * size, native code of models about 90. The largest for Linux is the tar.gz, since gzip packs less tightly than what
 * the others use. A package that outgrows its budget has got something that it does not
 * need, or the budget gets a new figure with a reason.
 */
export const SIZE_BUDGETS = {
  "linux-x64": { unpacked: 480, installer: 182, own: 200 },
  "linux-arm64": { unpacked: 480, installer: 182, own: 200 },
  "win-x64": { unpacked: 480, installer: 175, own: 200 },
  "win-arm64": { unpacked: 480, installer: 175, own: 200 },
  "mac-x64": { unpacked: 480, installer: 190, own: 200 },
  "mac-arm64": { unpacked: 480, installer: 190, own: 200 },
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

/** A sentence when the app's own part is over its budget: known without Electron's files. */
export const oversizedOwn = (platform: PackagePlatform, bytes: number): readonly string[] =>
  tooLarge("What is not Electron's", bytes, SIZE_BUDGETS[platform].own);

const tooLarge = (what: string, bytes: number, most: number): readonly string[] =>
  bytes > most * MB ? [`${what} has ${Math.ceil(bytes / MB)} MB; its budget is ${most} MB.`] : [];
