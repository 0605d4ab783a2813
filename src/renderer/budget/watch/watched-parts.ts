import type { Segment } from "#shared/model/manifest.ts";
import type { WatchedKind, WatchedPart, WatchedRequest } from "#shared/model/watched-request.ts";
import type { Part } from "../map/parts.ts";

/** The parts of a request of another program, as the map of the budget draws parts. All of them were sent. */
export const watchedParts = ({ id, parts }: WatchedRequest): readonly Part[] =>
  parts.map((part) => ({
    id: partId(id, part),
    layer: part.layer,
    title: part.title,
    path: null,
    fate: "in",
    reason: null,
    raw: part.tokens,
    sent: part.tokens,
    missing: 0,
    framing: 0,
    exact: part.exact,
    removed: 0,
    priority: null,
    segments: [segmentOf(id, part)],
  }));

export const partId = (request: string, { index }: Pick<WatchedPart, "index">): string =>
  `${request}/${index}`;

const segmentOf = (id: string, part: WatchedPart): Segment => {
  const size = { tokens: part.tokens, chars: part.chars };
  return {
    id: partId(id, part),
    layer: part.layer,
    source: part.title,
    role: ROLES[part.kind],
    origin: part.origin,
    raw: size,
    sent: size,
    removed: 0,
    status: "included",
    reason: null,
    sha256: "",
    message: null,
    range: null,
  };
};

const ROLES: Readonly<Record<WatchedKind, Segment["role"]>> = {
  tool: "system",
  system: "system",
  user: "user",
  picture: "user",
  assistant: "assistant",
  thinking: "assistant",
  call: "assistant",
  result: "tool",
};
