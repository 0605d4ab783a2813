/** How numbers are written. The core writes them as English does; a page writes them as its language does. */
export type NumberStyle = {
  readonly group: string;
  readonly decimal: string;
  readonly percent: string;
  /** Before a share that would round to nothing, or to everything. */
  readonly under: string;
  readonly over: string;
};

const ENGLISH: NumberStyle = { group: ",", decimal: ".", percent: " %", under: "under ", over: "over " };

let style = ENGLISH;

/** For everything that this program writes from now on; without a style, as English does. */
export const writeNumbersAs = (next: NumberStyle = ENGLISH): void => {
  style = next;
};

/**
 * An integer with thousands separators: 12,345. Written out here because the budget view formats hundreds of numbers
 * per frame while a limit is dragged, and the formatter of the platform takes five times as long.
 */
export const numberText = (value: number): string => {
  if (!Number.isSafeInteger(value) || value < 0) return inStyle(platform.format(value));
  const digits = String(value);
  let text = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3)
    text = `${digits.slice(Math.max(0, end - 3), end)}${style.group}${text}`;
  return text;
};

const platform = new Intl.NumberFormat("en-US");

const inStyle = (english: string): string =>
  english.replaceAll(/[,.]/g, (mark) => (mark === "," ? style.group : style.decimal));

/** `1.5`: a number with that many digits after the mark. */
export const decimalText = (value: number, digits: number): string => inStyle(value.toFixed(digits));

/** `12,345`, and `~12,345` where it is an estimate. Nothing is nothing however it is counted. */
export const tokensText = (tokens: number, exact: boolean): string =>
  `${exact || tokens === 0 ? "" : "~"}${numberText(tokens)}`;

/** A share in percent that never rounds to nothing or to everything: `41 %`, `under 1 %`, `over 99 %`. */
export const shareText = (share: number): string => {
  if (share > 0 && share < 0.005) return `${style.under}1${style.percent}`;
  if (share < 1 && share >= 0.995) return `${style.over}99${style.percent}`;
  return `${Math.round(share * 100)}${style.percent}`;
};

/** `0 KB`, `12 KB`, `1.4 MB`, `500 MB`, `1.2 GB`: as a file manager says it. */
export const bytesText = (bytes: number): string => {
  const kilo = bytes / 1024;
  if (kilo < 999.5) return `${Math.ceil(kilo)} KB`;
  const [scaled, unit] = kilo < 1_023_488 ? [kilo / 1024, "MB"] : [kilo / 1_048_576, "GB"];
  return `${scaled < 9.95 ? inStyle(scaled.toFixed(1).replace(".0", "")) : Math.round(scaled)} ${unit}`;
};
