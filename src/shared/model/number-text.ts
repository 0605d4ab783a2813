/** A whole number as a person reads it: 12,345. */
export const numberText = (value: number): string => value.toLocaleString("en-US");
