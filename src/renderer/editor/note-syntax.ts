import { findWikilinks, type Wikilink } from "#shared/model/wikilink.ts";
import { element, type HastNode, textOf, words } from "../ui/hast.ts";

export type NoteSyntax = {
  /** Line of the file (from 1) in which the part begins. */
  readonly firstLine: number;
  /** Offset in the part after which nothing is sent; null when the cut is not in it. */
  readonly cutAt: number | null;
};

/**
 * What notes have beyond Markdown: links between them, embeds, callouts, highlights, tasks that know their line, and
 * the place where the prompt cuts. Works on the tree after it was sanitised, so nothing here can be written as HTML.
 */
export const noteSyntax =
  ({ firstLine, cutAt }: NoteSyntax) =>
  (tree: HastNode): void => {
    if (cutAt !== null) markCut(tree, cutAt);
    visit(tree, { linesAbove: firstLine - 1, embeds: 0 });
  };

type Seen = { readonly linesAbove: number; embeds: number };

const visit = (node: HastNode, seen: Seen): void => {
  const children: HastNode[] = [];
  for (const child of withHighlights(node.children ?? [])) {
    if (child.type === "text") children.push(...withLinks(child.value ?? "", seen));
    else {
      if (child.tagName !== "code" && child.tagName !== "pre") {
        visit(child, seen);
        markLines(child, seen.linesAbove);
      }
      children.push(child.tagName === "blockquote" ? calloutOf(child) : child);
    }
  }
  node.children = children;
};

/** Headings are jumped to and tasks are ticked by their line in the file. */
const markLines = (node: HastNode, linesAbove: number): void => {
  const line = node.position && node.position.start.line + linesAbove;
  if (line === undefined) return;
  if (/^h[1-6]$/.test(node.tagName ?? "")) node.properties = { ...node.properties, dataLine: line };
  if (node.tagName !== "li") return;
  const first = (node.children ?? []).find(({ type }) => type === "element");
  const box = first?.tagName === "p" ? first.children?.find(({ tagName }) => tagName === "input") : first;
  if (box?.tagName === "input") box.properties = { ...box.properties, dataLine: line };
};

const withLinks = (text: string, seen: Seen): HastNode[] => {
  const nodes: HastNode[] = [];
  let from = 0;
  for (const link of text.includes("[[") ? findWikilinks(text) : []) {
    if (link.start > from) nodes.push(words(text.slice(from, link.start)));
    nodes.push(linkElement(link, seen.embeds));
    if (link.embed) seen.embeds += 1;
    from = link.end;
  }
  if (from < text.length || nodes.length === 0) nodes.push(words(text.slice(from)));
  return nodes;
};

const linkElement = (link: Wikilink, dataIndex: number): HastNode => {
  const { target, heading, alias, embed } = link;
  const properties = { dataTarget: target, dataHeading: heading ?? "", dataAlias: alias ?? "", dataIndex };
  return element(embed ? "note-embed" : "note-link", properties, [words(shownText(link))]);
};

/** What a link shows when it has no alias: the note and its heading. */
const shownText = ({ target, heading, alias }: Pick<Wikilink, "target" | "heading" | "alias">): string =>
  alias ?? [target, ...(heading?.split("#") ?? [])].filter((part) => part !== "").join(" › ");

/** `==words==`, also around other marks. */
const withHighlights = (children: readonly HastNode[]): HastNode[] => {
  if (!children.some(({ value }) => value?.includes("=="))) return [...children];
  const out: HastNode[] = [];
  /** Where an opening mark is waiting in `out`. */
  let open: number | null = null;
  for (const child of children) {
    if (child.type !== "text") {
      out.push(child);
      continue;
    }
    for (const part of (child.value ?? "").split(/(?<!=)(==)(?!=)/)) {
      if (part !== "==") {
        if (part !== "") out.push(words(part));
        continue;
      }
      const inside: HastNode[] = open === null ? [] : out.slice(open + 1);
      const text = inside.map(textOf).join("");
      if (open !== null && /^\S(?:[\s\S]*\S)?$/.test(text)) {
        out.splice(open, out.length, element("mark", {}, inside));
        open = null;
      } else {
        open = out.length;
        out.push(words("=="));
      }
    }
  }
  return out;
};

/** `> [!warning]- Title` and what follows; any other quote stays one. */
const calloutOf = (quote: HastNode): HastNode => {
  const blocks = (quote.children ?? []).filter(({ type }) => type === "element");
  const [first, ...others] = blocks;
  const opening = /^\s*\[!([\w-]{1,40})\]([+-]?)[ \t]*/.exec(first?.children?.[0]?.value ?? "");
  if (first?.tagName !== "p" || !opening) return quote;
  const [whole, kind = "", fold = ""] = opening;
  const [head = words(""), ...rest] = first.children ?? [];
  const { title, body } = firstLineOf([words((head.value ?? "").slice(whole.length)), ...rest]);
  return element("note-callout", { dataKind: kind.toLowerCase(), dataFold: fold }, [
    element("span", {}, title),
    ...(body.length > 0 ? [element("p", {}, body)] : []),
    ...others,
  ]);
};

const firstLineOf = (nodes: readonly HastNode[]): { title: HastNode[]; body: HastNode[] } => {
  const title: HastNode[] = [];
  for (const [index, node] of nodes.entries()) {
    if (node.tagName === "br") return { title, body: nodes.slice(index + 1) };
    const end = node.type === "text" ? (node.value ?? "").indexOf("\n") : -1;
    if (end !== -1) {
      const value = node.value ?? "";
      if (end > 0) title.push(words(value.slice(0, end)));
      return { title, body: [words(value.slice(end + 1)), ...nodes.slice(index + 1)] };
    }
    if (node.type !== "text" || node.value !== "") title.push(node);
  }
  return { title, body: [] };
};

/** A caret at the very character, a band below the block it is in, and everything after it marked. */
const markCut = (tree: HastNode, cutAt: number): void => {
  const blocks = tree.children ?? [];
  const inside = blocks.findIndex(({ position }) => (position?.end.offset ?? 0) > cutAt);
  if (inside === -1) return;
  const isBetween = (blocks[inside]?.position?.start.offset ?? 0) >= cutAt;
  dimAfter(tree, cutAt);
  tree.children?.splice(isBetween ? inside : inside + 1, 0, element("cut-band", {}, []));
};

const dimAfter = (node: HastNode, cutAt: number): void => {
  let isPast = false;
  node.children = (node.children ?? []).flatMap((child) => {
    const start = child.position?.start.offset;
    const end = child.position?.end.offset;
    if (isPast || (start !== undefined && start >= cutAt)) {
      isPast = true;
      return [dimmed(child)];
    }
    if (start === undefined || end === undefined || end <= cutAt) return [child];
    isPast = true;
    if (child.type !== "text") {
      dimAfter(child, cutAt);
      return [child];
    }
    const value = child.value ?? "";
    const at = Math.min(value.length, cutAt - start);
    return [words(value.slice(0, at)), element("cut-caret", {}, []), dimmed(words(value.slice(at)))];
  });
};

const dimmed = (node: HastNode): HastNode => {
  if (node.type === "text") return element("span", { dataCut: "" }, [node]);
  if (node.type === "element") node.properties = { ...node.properties, dataCut: "" };
  return node;
};
