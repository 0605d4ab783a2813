import type { FrontMatter } from "#shared/model/front-matter.ts";
import { findWikilinks, type Wikilink } from "#shared/model/wikilink.ts";

/** A link as it stands in a note. */
export type NoteLink = Pick<Wikilink, "target" | "heading" | "alias" | "line" | "column" | "embed">;

/** What a note says about its own names, and whom it links to. */
export type NoteFacts = {
  readonly title: string | null;
  readonly aliases: readonly string[];
  readonly links: readonly NoteLink[];
};

/** Names of one note that are kept. */
const MAX_ALIASES = 100;
/** Longer names are nobody's. */
const MAX_NAME_CHARS = 200;

export const noteFacts = (text: string, front: FrontMatter): NoteFacts => ({
  title: front.title?.slice(0, MAX_NAME_CHARS) ?? null,
  aliases: (front.aliases ?? []).slice(0, MAX_ALIASES).map((alias) => alias.slice(0, MAX_NAME_CHARS)),
  links: findWikilinks(text).map(({ target, heading, alias, line, column, embed }) => ({
    target,
    heading,
    alias,
    line,
    column,
    embed,
  })),
});
