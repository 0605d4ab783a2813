/** Class names side by side; the ones that are missing are left out. */
export const classes = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(" ");
