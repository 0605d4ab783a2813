import type { SegmentReason } from "#shared/model/manifest.ts";
import type { Candidate, Meter, SourceFile } from "../types.ts";
import { sha256 } from "../text-hash.ts";

/** The fields that place a candidate. The other fields depend on whether and how it is sent. */
export type CandidatePlace = Pick<Candidate, "layer" | "source" | "role" | "origin" | "hold" | "place"> & {
  /** Set when it differs from `layer:source`, or to avoid building it often. */
  readonly id?: string;
};

/** A file that is not sent, and why. */
export const leftOut = (
  place: CandidatePlace,
  file: SourceFile,
  reason: SegmentReason | null,
  detail: Candidate["detail"] = {},
): Candidate => ({
  ...place,
  id: place.id ?? `${place.layer}:${place.source}`,
  text: "",
  tokens: 0,
  raw: { tokens: file.tokens, chars: file.text?.length ?? file.keptBackChars ?? 0 },
  keptTokens: 0,
  status: reason === null ? "missing" : "excluded",
  reason,
  sha256: file.sha256,
  detail: { ...fileDetail(file), ...detail },
});

/** Why a file has nothing to send, whatever the limits are; undefined when it has text. */
export const absence = (file: SourceFile, body: string): { reason: SegmentReason | null } | undefined => {
  if (file.absent === "scope" || file.absent === "traversal") return { reason: file.absent };
  if (file.absent === "excluded") return { reason: "explicit-exclude" };
  if (file.text === null) return { reason: null };
  return body === "" ? { reason: "empty" } : undefined;
};

export const fileDetail = (file: SourceFile): NonNullable<Candidate["detail"]> => ({
  title: file.name,
  ...(file.team ? { team: teamDetail(file.team) } : {}),
  ...(file.isPart ? { estimated: true } : {}),
  ...(file.tags.length > 0 ? { tags: [...file.tags] } : {}),
  ...(file.excludedAs === undefined ? {} : { fix: { unexclude: file.excludedAs } }),
  ...(file.openedBy === undefined || file.absent !== "scope" ? {} : { fix: { tag: file.openedBy } }),
});

const teamDetail = ({ space, author, version, pinned }: NonNullable<SourceFile["team"]>) => ({
  space,
  author,
  version,
  pinned,
});

/** Text that is sent whole: a prompt, a built-in section. */
export const wholeText = (
  place: CandidatePlace,
  separator: string,
  body: string,
  meter: Meter,
  detail?: Candidate["detail"],
): Candidate => {
  const text = separator + body;
  const tokens = meter.tokens(text);
  return {
    ...place,
    id: `${place.layer}:${place.source}`,
    text,
    tokens,
    raw: { tokens, chars: body.length },
    keptTokens: tokens,
    status: "included",
    reason: null,
    sha256: sha256(body),
    ...(detail ? { detail } : {}),
  };
};
