import type { Memory } from "#shared/contract/memory.ts";
import { t } from "../ui/messages/index.ts";
import { workspacePrefix } from "../ui/workspace-path.ts";

/** Where a memory can be opened: in a file or in a conversation; the others are only shown here. */
export type MemoryPlace =
  | { readonly kind: "file"; readonly path: string; readonly line: number; readonly length: number }
  | { readonly kind: "session"; readonly session: string }
  | null;

export const placeOf = ({ source, line, text }: Pick<Memory, "source" | "line" | "text">): MemoryPlace => {
  const session = /^session:(.+)$/.exec(source)?.[1];
  if (session !== undefined) return { kind: "session", session };
  if (line === null) return null;
  return { kind: "file", path: source, line, length: text.split("\n", 1)[0]?.length ?? 0 };
};

/** `MEMORY.md, line 14`; the workspace's folder is known and omitted. */
export const placeName = (
  memory: Pick<Memory, "source" | "line" | "text" | "tier">,
  workspace: string,
  titleOf: (session: string) => string | undefined,
): string => {
  const place = placeOf(memory);
  if (place?.kind === "session") return titleOf(place.session) || t.memory.untitled;
  if (!place) return t.memory.shelves[memory.tier];
  const prefix = workspacePrefix(workspace);
  const inner = place.path.startsWith(prefix) ? place.path.slice(prefix.length) : place.path;
  return t.memory.place(inner, place.line);
};
