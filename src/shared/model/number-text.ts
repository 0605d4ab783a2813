/** An integer with thousands separators: 12,345. */
export const numberText = (value: number): string => value.toLocaleString("en-US");
