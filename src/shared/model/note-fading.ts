/**
 * How daily notes fade. A note weighs 1 for `freshDays` and then loses `lossPerDay` each day; below `minWeight` it is
 * omitted from prompts, and a search still finds it.
 */
export const NOTE_FADING = { freshDays: 7, lossPerDay: 0.12, minWeight: 0.2 } as const;

/** Whether a note of this weight is omitted from prompts. */
export const isFaded = ({ weight }: { readonly weight: number }): boolean => weight < NOTE_FADING.minWeight;
