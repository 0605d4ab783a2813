import type { NumberStyle } from "#shared/model/number-text.ts";

/** How a language writes numbers, as the platform knows it, with the words for shares that would round away. */
export const numberStyle = (
  language: string,
  { under, over }: { readonly under: string; readonly over: string },
): NumberStyle => {
  // Spanish groups from five digits on; the sample is longer.
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.5);
  const mark = (type: string, fallback: string) =>
    parts.find((part) => part.type === type)?.value ?? fallback;
  return {
    group: mark("group", ","),
    decimal: mark("decimal", "."),
    percent: percentOf(language),
    under,
    over,
  };
};

/** The sign with the blank before it, where the language has one. */
const percentOf = (language: string): string =>
  new Intl.NumberFormat(language, { style: "percent" }).format(0.5).replace(/^\d+/, "");
