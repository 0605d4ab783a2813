import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";
import { posix } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Signal } from "#shared/contract/index.ts";
import type { Mention } from "#shared/contract/links.ts";
import type { Unread } from "#shared/model/unread.ts";
import { sha256 } from "../read-file.ts";
import { decodeText } from "../text-format.ts";
import type { UnreadFiles } from "../unread.ts";
import type { FoundFile } from "../walk.ts";
import { mendsIn, type Move } from "./mend-links.ts";

const MAX_MENTIONS = 2_000;
const MAX_LINE_CHARS = 300;

export type Mentions = {
  readonly mentions: Mention[];
  readonly bases: { path: string; hash: string }[];
  readonly truncated: boolean;
  readonly unread: Unread;
};

/** Every place in the files that a move would leave wrong. */
export const findMentions = async (
  files: AsyncIterable<FoundFile>,
  unread: UnreadFiles,
  move: Move,
  signal?: Signal,
): Promise<Mentions> => {
  const mentions: Mention[] = [];
  const bases: { path: string; hash: string }[] = [];
  const name = posix
    .basename(move.from)
    .replace(/\.[^.]+$/, "")
    .toLowerCase();
  for await (const { path, absolute, bytes: size } of files) {
    if (signal?.aborted) throw signal.reason;
    if (size > MAX_EDITABLE_BYTES) continue;
    const bytes = await unread.read(path, absolute);
    const decoded = bytes && decodeText(bytes);
    if (!bytes || decoded?.kind !== "text") continue;
    const { text } = decoded;
    const isMoved = path === move.from || path.startsWith(`${move.from}/`);
    // Aliases are other names, so a note that links has to be looked at as a whole.
    if (!isMoved && !text.includes("[[") && !text.toLowerCase().includes(name)) continue;
    const found = mendsIn(path, text, move);
    if (found.length > 0) bases.push({ path, hash: sha256(bytes) });
    for (const each of found) mentions.push({ path, ...each, ...lineOf(text, each.start) });
    if (mentions.length > MAX_MENTIONS) {
      return { mentions: mentions.slice(0, MAX_MENTIONS), bases, truncated: true, unread: unread.found };
    }
    await setImmediate();
  }
  return { mentions, bases, truncated: false, unread: unread.found };
};

const lineOf = (text: string, at: number): { line: number; text: string } => {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  return {
    line: text.slice(0, start).split("\n").length,
    text: text
      .slice(start, end === -1 ? undefined : end)
      .trim()
      .slice(0, MAX_LINE_CHARS),
  };
};
