import { posix } from "node:path";
import type { Mention } from "#shared/contract/links.ts";
import { findWikilinks } from "#shared/model/wikilink.ts";

/** A file or folder that gets another path. All paths here are project-relative. */
export type Move = {
  readonly from: string;
  readonly to: string;
  /** Folder of the workspace, empty for the project itself; notes call each other by paths inside it. */
  readonly workspace: string;
  /** The path a link in a note means, before the move. */
  readonly resolve: (target: string, note: string) => string | null;
};

type Found = Omit<Mention, "path" | "line" | "text">;

/** What has to be written in one file so that it still means the moved ones, and its own links still lead there. */
export const mendsIn = (path: string, text: string, move: Move): readonly Found[] => {
  const links = wikilinks(path, text, move);
  const relative = relativeLinks(path, text, move);
  const taken = [...links, ...relative];
  const isFree = ({ start, end }: Found) => taken.every((other) => end <= other.start || start >= other.end);
  return [...taken, ...mentions(path, text, move).filter(isFree)].toSorted((a, b) => a.start - b.start);
};

const wikilinks = (path: string, text: string, move: Move): readonly Found[] =>
  findWikilinks(text).flatMap((link) => {
    const meant = link.target === "" ? null : move.resolve(link.target, path);
    const to = meant === null ? null : movedTo(meant, move);
    if (meant === null || to === null) return [];
    const after = linkTo(link.target, to, move);
    // Only what names the note: heading, alias and blanks stay as they were written.
    const start = text.indexOf(link.target, link.start);
    return after === link.target
      ? []
      : [{ kind: "link", start, end: start + link.target.length, before: link.target, after }];
  });

/** As it was called before: by name or by path, with or without its ending. */
const linkTo = (target: string, to: string, { workspace }: Move): string => {
  const hasEnding = /\.[a-z\d]{1,8}$/i.test(target) || !isNote(to);
  const inner = insideOf(workspace, to) ?? to;
  const named = hasEnding ? inner : inner.replace(/\.(?:md|markdown)$/i, "");
  return target.includes("/") ? named : posix.basename(named);
};

const HREF = /(\]\()(<[^<>\n]{1,1000}>|[^\s()<>]{1,1000})(?=[\s)])/g;

const relativeLinks = (path: string, text: string, move: Move): readonly Found[] =>
  [...text.matchAll(HREF)].flatMap(({ index, 1: opening = "", 2: written = "" }) => {
    const isAngled = written.startsWith("<");
    const href = isAngled ? written.slice(1, -1) : written;
    const [address, rest] = split(href);
    if (address === "" || address.startsWith("/") || /^[a-z][a-z\d+.-]*:/i.test(address)) return [];
    const meant = posix.normalize(posix.join(posix.dirname(path), decoded(address)));
    if (meant.startsWith("..")) return [];
    const here = movedTo(path, move) ?? path;
    const to = movedTo(meant, move) ?? meant;
    if (here === path && to === meant) return [];
    const next = posix.relative(posix.dirname(here), to);
    const after = (isAngled ? next : encoded(next)) + rest;
    const start = index + opening.length + (isAngled ? 1 : 0);
    if (after === href || (here !== path && to === meant && next === decoded(address))) return [];
    return [{ kind: "link", start, end: start + href.length, before: href, after }];
  });

/** The path or the name of a single file, in words: "see PRICES.md". */
const mentions = (path: string, text: string, move: Move): readonly Found[] => {
  const { from, to, workspace } = move;
  if (!/\.[a-z\d]{1,8}$/i.test(from) || path === from) return [];
  const [oldInner, newInner] = [insideOf(workspace, from), insideOf(workspace, to)];
  const names = new Map<string, string>([[from, to]]);
  if (oldInner !== null) names.set(oldInner, newInner ?? to);
  const name = posix.basename(from);
  if (!names.has(name)) {
    const isRenamed = posix.basename(to) !== name;
    if (isRenamed) names.set(name, posix.basename(to));
  }
  const found: Found[] = [];
  for (const [before, after] of [...names].toSorted(([a], [b]) => b.length - a.length)) {
    if (before === after) continue;
    for (let at = text.indexOf(before); at !== -1; at = text.indexOf(before, at + before.length)) {
      const end = at + before.length;
      if (isPartOfName(text[at - 1]) || isPartOfName(text[end], text[end + 1])) continue;
      if (found.every((other) => end <= other.start || at >= other.end)) {
        found.push({ kind: "mention", start: at, end, before, after });
      }
    }
  }
  return found;
};

/** A full stop ends a sentence unless more of a name follows it. */
const isPartOfName = (sign: string | undefined, next?: string): boolean => {
  if (sign === undefined) return false;
  if (sign === ".") return next === undefined ? true : /[\p{L}\p{N}]/u.test(next);
  return /[\p{L}\p{N}_/\\-]/u.test(sign);
};

const movedTo = (path: string, { from, to }: Move): string | null => {
  if (path === from) return to;
  return path.startsWith(`${from}/`) ? to + path.slice(from.length) : null;
};

const insideOf = (folder: string, path: string): string | null => {
  if (folder === "" || folder === ".") return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
};

const isNote = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);

const split = (href: string): readonly [string, string] => {
  const at = href.search(/[?#]/);
  return at === -1 ? [href, ""] : [href.slice(0, at), href.slice(at)];
};

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

const encoded = (path: string): string => path.split("/").map(encodeURIComponent).join("/");
