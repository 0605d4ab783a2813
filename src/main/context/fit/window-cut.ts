import { bodyOf, sentText } from "../plan/body.ts";
import { markerText } from "../plan/marker.ts";
import type { Allowance, Meter, SourceFile } from "../types.ts";

export type WindowCut = {
  /** The text of the file, shortened where necessary; null when the file is left out. */
  readonly text: string | null;
  readonly keptChars: number;
  readonly isCut: boolean;
};

/** What the window leaves of a file in profiles whose own limits are not in tokens. */
export const cutForWindow = (
  file: SourceFile,
  id: string,
  hold: "fixed" | "priority" | "file",
  allowance: Allowance,
  marker: string,
  meter: Meter,
): WindowCut => {
  const body = bodyOf(file);
  if (file.text === null) return { text: null, keptChars: 0, isCut: false };
  if (hold === "file" && allowance.out.has(id)) return { text: null, keptChars: 0, isCut: true };
  if (hold !== "priority" || allowance.cap === null || file.tokens <= allowance.cap) {
    return { text: sentText(file), keptChars: body.length, isCut: false };
  }
  const end = meter.cut(body, allowance.cap);
  if (end >= body.length) return { text: sentText(file), keptChars: body.length, isCut: false };
  if (allowance.cap === 0) return { text: null, keptChars: 0, isCut: true };
  return { text: `${body.slice(0, end)}${markerText(marker, allowance.cap)}`, keptChars: end, isCut: true };
};

/** The text that the profile's own limits count, so that the window does not change what they decide. */
export const wholeOf = ({
  cut,
  file,
}: {
  readonly cut: WindowCut;
  readonly file: SourceFile;
}): { whole?: string } => {
  const whole = cut.isCut ? sentText(file) : null;
  return whole === null ? {} : { whole };
};
