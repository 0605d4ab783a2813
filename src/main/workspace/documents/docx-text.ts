import mammoth from "mammoth";
import { DocumentError, type DocumentText, TextCollector } from "./document-text.ts";
import { readZip, storedZip } from "./read-zip.ts";

const PARTS =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|word\/(document|styles|numbering|footnotes|endnotes|comments)\.xml|word\/_rels\/document\.xml\.rels)$/;

/** Headings, paragraphs, lists and tables as Markdown; footnotes at the end. Pictures are left out. */
export const docxText = async (bytes: Uint8Array): Promise<DocumentText> => {
  const zip = storedZip(readZip(bytes, PARTS));
  const html = await htmlOf(zip);
  const collected = new TextCollector();
  collected.add(textOfHtml(html));
  if (collected.text().trim() === "") throw new DocumentError("document-no-text");
  return { text: collected.text(), parts: null, read: null, cut: collected.cut };
};

const htmlOf = async (zip: Uint8Array): Promise<string> => {
  try {
    const options = {
      convertImage: mammoth.images.imgElement(async () => ({ src: "" })),
      externalFileAccess: false,
      includeEmbeddedStyleMap: false,
    };
    return (await mammoth.convertToHtml({ buffer: Buffer.from(zip) }, options)).value;
  } catch (error) {
    throw new DocumentError("document-broken", error);
  }
};

/** What mammoth writes is well-formed and uses few elements, so its tags can be walked one by one. */
const textOfHtml = (html: string): string => {
  let text = "";
  const lists: ("ul" | number)[] = [];
  for (const [, between = "", tag = ""] of html.matchAll(/([^<]*)(?:<([^>]*)>)?/g)) {
    text += decoded(between);
    const name = /^\/?[a-z0-9]+/i.exec(tag)?.[0].toLowerCase() ?? "";
    if (name === "ul") lists.push("ul");
    else if (name === "ol") lists.push(0);
    else if (name === "/ul" || name === "/ol") lists.pop();
    text += markOf(name, lists);
  }
  return text;
};

const markOf = (name: string, lists: ("ul" | number)[]): string => {
  const heading = /^h([1-6])$/.exec(name)?.[1];
  if (heading !== undefined) return `\n\n${"#".repeat(Number(heading))} `;
  if (name === "li") return `\n${"  ".repeat(Math.max(0, lists.length - 1))}${nextBullet(lists)} `;
  return MARKS.get(name) ?? "";
};

const nextBullet = (lists: ("ul" | number)[]): string => {
  const open = lists.at(-1);
  if (typeof open !== "number") return "-";
  lists[lists.length - 1] = open + 1;
  return `${open + 1}.`;
};

const MARKS: ReadonlyMap<string, string> = new Map([
  ["/p", "\n\n"],
  ["br", "\n"],
  ["/h1", "\n\n"],
  ["/h2", "\n\n"],
  ["/h3", "\n\n"],
  ["/h4", "\n\n"],
  ["/h5", "\n\n"],
  ["/h6", "\n\n"],
  ["tr", "\n"],
  ["/td", " | "],
  ["/th", " | "],
  ["/table", "\n\n"],
  ["/ul", "\n"],
  ["/ol", "\n"],
]);

const decoded = (text: string): string =>
  text.replaceAll(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES.get(name) ?? "");

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["amp", "&"],
]);
