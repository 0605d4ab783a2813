import { t } from "./messages/index.ts";
import { bytesText, decimalText, numberText, tokensText } from "#shared/model/number-text.ts";

/** `7,842` */
export const formatCount = numberText;

/**
 * A whole number as people write long ones: 16384, 16,384 or 16 384; null for anything else. Not 1,5, which may be
 * meant as a fraction.
 */
export const readCount = (text: string): number | null => {
  const trimmed = text.trim();
  if (!/^(?:\d+|\d{1,3}(?:[,_' ’\u00a0\u202f]\d{3})+)$/.test(trimmed)) return null;
  const count = Number(trimmed.replaceAll(/\D/g, ""));
  return Number.isSafeInteger(count) ? count : null;
};

/** `7,842`, and `~7,842` where it is an estimate. */
export const formatTokens = tokensText;

/** `612`, `1.5K`, `20.7K`, `128K`, `1.2M`: three digits at most, for badges and rings. */
export const formatShort = (count: number): string => {
  if (count < 1000) return String(count);
  const [scaled, unit] = count < 999_500 ? [count / 1000, "K"] : [count / 1_000_000, "M"];
  return `${scaled < 99.95 ? decimalText(scaled, 1) : Math.round(scaled)}${unit}`;
};

/** `3.0 of 7.8K`: both in the unit of the larger. */
export const formatPart = (part: number, whole: number): string => {
  if (whole < 1000) return t.partOf(String(part), String(whole));
  const divisor = whole < 999_500 ? 1000 : 1_000_000;
  const scaled = part / divisor;
  return t.partOf(scaled < 99.95 ? decimalText(scaled, 1) : String(Math.round(scaled)), formatShort(whole));
};

/** `12 KB`, `1.4 MB`: as a file manager says it. */
export const formatBytes = bytesText;

/** `300 files`, or `at least 300 files` while they are still being found. */
export const filesText = ({ files, all }: { readonly files: number; readonly all: boolean }): string =>
  (all ? t.app.files : t.app.filesAtLeast)(files, formatCount(files));
