import { bodyOf } from "./body.ts";
import { absence, type CandidatePlace, fileDetail, leftOut } from "./candidate.ts";
import { trimmedTokens } from "../fit/seams.ts";
import type { Candidate, Gathered, Meter } from "../types.ts";

/** The project's SOUL.md, then the workspace's: no header, never cut, never dropped. */
export const planSoul = (gathered: Gathered, isFirst: boolean, meter: Meter): Candidate[] => {
  let separator = isFirst ? "" : "\n\n";
  return gathered.soul.map((file) => {
    const place: CandidatePlace = {
      layer: "soul",
      source: file.path,
      role: "system",
      origin: file.origin,
      hold: "fixed",
      place: "system",
    };
    const body = bodyOf(file);
    const absent = absence(file, body);
    if (absent) return leftOut(place, file, absent.reason);
    const before = separator;
    separator = "\n\n";
    return {
      ...place,
      id: `soul:${file.path}`,
      text: before + body,
      tokens: file.tokens + trimmedTokens(file, body, meter) + (before === "" ? 0 : meter.tokens(before)),
      raw: { tokens: file.tokens, chars: file.text?.length ?? 0 },
      keptTokens: file.tokens,
      status: "included",
      reason: null,
      sha256: file.sha256,
      detail: fileDetail(file),
    };
  });
};
