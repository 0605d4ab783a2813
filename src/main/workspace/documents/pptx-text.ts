import { posix } from "node:path";
import { DocumentError, type DocumentText, TextCollector } from "./document-text.ts";
import { readZip, textPart, type ZipParts } from "./read-zip.ts";

const PARTS =
  /^ppt\/(presentation\.xml|_rels\/presentation\.xml\.rels|slides\/[^/]+\.xml|slides\/_rels\/[^/]+\.xml\.rels|notesSlides\/[^/]+\.xml)$/;

/** Each slide in the order of the show, with what the speaker noted. */
export const pptxText = (bytes: Uint8Array): DocumentText => {
  const parts = readZip(bytes, PARTS);
  const slides = slidePaths(parts);
  if (slides.length === 0) throw new DocumentError("document-broken");
  const collected = new TextCollector();
  let read = 0;
  let hasText = false;
  for (const path of slides) {
    read += 1;
    const text = shownText(textPart(parts, path) ?? "");
    const notes = notesOf(parts, path);
    hasText ||= text !== "" || notes !== "";
    if (!collected.add(`# Slide ${read}\n\n${text}${notes === "" ? "" : `\n\nNotes: ${notes}`}`)) break;
  }
  if (!hasText) throw new DocumentError("document-no-text");
  return { text: collected.text(), parts: slides.length, read, cut: collected.cut || read < slides.length };
};

const slidePaths = (parts: ZipParts): string[] => {
  const targets = relations(parts, "ppt/presentation.xml");
  const shown = textPart(parts, "ppt/presentation.xml") ?? "";
  const ids = [...shown.matchAll(/<(?:\w+:)?sldId\s[^>]*\br:id\s*=\s*["']([^"']*)["']/g)];
  return ids.flatMap(([, id = ""]) => {
    const path = targets.get(id)?.path;
    return path !== undefined && parts.has(path) ? [path] : [];
  });
};

const notesOf = (parts: ZipParts, slide: string): string => {
  const notes = [...relations(parts, slide).values()].find(({ type }) => type.endsWith("/notesSlide"));
  return notes ? shownText(textPart(parts, notes.path) ?? "") : "";
};

/** Where a part leads to, by the id it uses for it. */
const relations = (parts: ZipParts, part: string) => {
  const folder = posix.dirname(part);
  const xml = textPart(parts, `${folder}/_rels/${posix.basename(part)}.rels`) ?? "";
  const found = new Map<string, { readonly path: string; readonly type: string }>();
  for (const [tag] of xml.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)) {
    const target = attribute(tag, "Target");
    const path = target.startsWith("/") ? target.slice(1) : posix.join(folder, target);
    found.set(attribute(tag, "Id"), { path, type: attribute(tag, "Type") });
  }
  return found;
};

const attribute = (tag: string, name: string): string =>
  decoded(new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? "");

/** Paragraphs as lines. A slide number is not text. */
const shownText = (xml: string): string => {
  let text = "";
  for (const [, run, field, end] of xml.matchAll(RUNS)) {
    if (run !== undefined) text += decoded(run);
    else if (field === undefined && end !== undefined) text += "\n";
  }
  return text.replaceAll(/\n{2,}/g, "\n").trim();
};

const RUNS =
  /<a:t(?:\s[^>]*)?>([^<]*)<\/a:t>|(<a:fld\s[^>]*type=["']slidenum["'][^>]*>(?:(?!<\/a:fld>)[^])*<\/a:fld>)|(<\/a:p>|<a:br\s*\/?>)/g;

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(lt|gt|quot|apos|amp));/gi, (all, hex, dec, name) => {
    if (name !== undefined) return ENTITIES.get(String(name).toLowerCase()) ?? all;
    const code = hex === undefined ? Number(dec) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["amp", "&"],
]);
