import type { Origin } from "#shared/model/origin.ts";
import type { LayerId } from "#shared/model/layer.ts";
import { absence, type CandidatePlace, fileDetail, leftOut } from "./candidate.ts";
import { bodyOf } from "./body.ts";
import { cutPlace } from "./cut-place.ts";
import type { Piece } from "./piece.ts";
import { sha256 } from "../text-hash.ts";
import type { Candidate, Meter, SourceFile } from "../types.ts";
import type { WindowCut } from "../fit/window-cut.ts";

/** A file that a profile prints as a piece, and what the window left of it. */
export type PieceFile = {
  readonly id: string;
  readonly file: SourceFile;
  readonly layer: LayerId;
  readonly hold: "fixed" | "priority" | "file";
  readonly cut: WindowCut;
};

/** The candidate of a piece that prints a file. `limit` is in the profile's unit, as is `used`. */
export const fileCandidate = (
  { id, file, layer, hold, cut }: PieceFile,
  piece: Piece,
  meter: Meter,
  detail: Candidate["detail"] = {},
): Candidate => {
  const place: CandidatePlace = {
    layer,
    source: file.path,
    role: "system",
    origin: file.origin,
    hold,
    place: "system",
  };
  const tokens = meter.tokens(piece.text);
  const body = bodyOf(file);
  const absent = absence(file, body);
  if (absent && piece.status !== "included") {
    return { ...leftOut(place, file, absent.reason), id, text: piece.text, tokens };
  }
  // When the profile's own limit cuts earlier than the window, it is named as the reason.
  const isWindow =
    cut.isCut && (cut.text === null || piece.status !== "truncated" || cut.keptChars < piece.keptChars);
  const isGone = cut.text === null && hold === "file";
  const cutByProfile = piece.status === "truncated" || piece.status === "excluded";
  const kept = isWindow ? Math.min(cut.keptChars, piece.keptChars) : piece.keptChars;
  const share = piece.status === "included" && !isWindow ? 1 : kept / Math.max(1, body.length);
  const status = isGone ? "excluded" : isWindow ? "truncated" : piece.status;
  // IDENTITY.md is sent as one line that is not in the file; only a cut of the file itself has a place in it.
  const isInFile = file.role !== "identity" || isWindow;
  return {
    ...place,
    id,
    text: piece.text,
    tokens,
    raw: { tokens: file.tokens, chars: file.text?.length ?? 0 },
    keptTokens: Math.min(file.tokens, Math.round(file.tokens * share)),
    status,
    reason: isWindow ? "window" : cutByProfile ? piece.reason : null,
    sha256: file.sha256,
    detail: {
      ...fileDetail(file),
      ...(isInFile && status === "truncated" ? cutPlace(file, kept) : {}),
      ...detail,
    },
  };
};

/** A section that ships with the app. `origin` is lower where it names files of the folder. */
export const builtInCandidate = (
  source: string,
  text: string,
  meter: Meter,
  origin: Origin = "you",
): Candidate => {
  const tokens = meter.tokens(text);
  return {
    id: `system:${source}`,
    layer: "system",
    source,
    role: "system",
    origin,
    hold: "fixed",
    place: "system",
    text,
    tokens,
    raw: { tokens, chars: text.length },
    keptTokens: tokens,
    status: "included",
    reason: null,
    sha256: sha256(text),
  };
};

/** A built-in section that says more than a shared prompt may. */
export const withoutText = (candidate: Candidate): Candidate => ({
  ...candidate,
  text: "",
  tokens: 0,
  keptTokens: 0,
  status: "excluded",
  reason: "scope",
});
