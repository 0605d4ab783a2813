/** Dollars for a million tokens. */
export type Price = { readonly input: number; readonly output: number; readonly cachedInput: number };
