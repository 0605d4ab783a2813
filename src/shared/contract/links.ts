import { z } from "zod";
import { route } from "./route.ts";
import { unread } from "../model/unread.ts";

/** Links between the notes of an agent's workspace. All paths are relative to that workspace. */
const whose = { agent: z.string().optional() };

/** A file that a link can lead to. */
export const linkTarget = z.object({
  path: z.string(),
  /** As a link calls it: `Kyoto` for `Travel/Kyoto.md`, `map.png` for an image. */
  name: z.string(),
  /** From its front matter. */
  title: z.string().nullable(),
  aliases: z.array(z.string()),
  /** False: an image or another file. */
  isNote: z.boolean(),
});
export type LinkTarget = z.output<typeof linkTarget>;

const link = {
  /** As it is written, without heading and alias. Empty: a heading of the same note. */
  target: z.string(),
  heading: z.string().nullable(),
  alias: z.string().nullable(),
  line: z.number().int().positive(),
  column: z.number().int().positive(),
  embed: z.boolean(),
};

/** A link in the note that was asked about; `path` is null when nothing has this name. */
export const outgoingLink = z.object({ ...link, path: z.string().nullable() });
export type OutgoingLink = z.output<typeof outgoingLink>;

/** A link in another note, at `path`, that leads to the note that was asked about. `text` is its line. */
export const backlink = z.object({ ...link, path: z.string(), text: z.string() });
export type Backlink = z.output<typeof backlink>;

/** A place that names a file which gets another path. Offsets are of UTF-16 units in the text of the file. */
export const mention = z.object({
  path: z.string(),
  kind: z.enum(["link", "mention"]),
  line: z.number().int().positive(),
  start: z.number().int().nonnegative(),
  end: z.number().int().positive(),
  before: z.string(),
  after: z.string(),
  /** The line it stands in. */
  text: z.string(),
});
export type Mention = z.output<typeof mention>;

export const linkRoutes = {
  /** For completion: names that begin with the query first, then those that contain it. */
  "links.names": route(
    z.object({
      ...whose,
      query: z.string().max(500).default(""),
      limit: z.number().int().positive().max(10_000).default(50),
    }),
    z.object({
      names: z.array(linkTarget),
      /** All that match, also those past the limit. */
      total: z.number().int(),
    }),
  ),
  /**
   * Where a link leads: `link` is what stands between the brackets, `from` the note it stands in. By path, then by
   * name, then by alias or title; of several the one in the same folder, else the one nearest to the top.
   */
  "links.resolve": route(
    z.object({ ...whose, link: z.string().max(1_000), from: z.string().default("") }),
    z.object({ file: linkTarget.nullable(), heading: z.string().nullable() }),
  ),
  /**
   * Before a file or folder is renamed or moved: what in other files, and in itself, would no longer lead there.
   * Paths are project-relative; `workspace.edit` writes what the user chose, after the move.
   */
  "links.mentions": route(
    z.object({ ...whose, from: z.string(), to: z.string() }),
    z.object({
      mentions: z.array(mention),
      /** Hash of each file with a mention. */
      bases: z.array(z.object({ path: z.string(), hash: z.string() })),
      truncated: z.boolean(),
      unread,
    }),
  ),
  /** The links in a note, and those in other notes that lead to it. */
  "links.of": route(
    z.object({ ...whose, path: z.string() }),
    z.object({
      outgoing: z.array(outgoingLink),
      incoming: z.array(backlink),
      /** Links past the first 1,000 of each kind. */
      leftOut: z.number().int(),
    }),
  ),
};
