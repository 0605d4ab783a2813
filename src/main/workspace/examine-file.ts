import { MAX_EDITABLE_BYTES, MAX_READABLE_BYTES } from "#shared/model/size-limit.ts";
import { open } from "node:fs/promises";
import { relative, sep } from "node:path";
import type { FileWarning } from "#shared/contract/project.ts";
import type { WorkspaceFile } from "#shared/contract/workspace.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { cutWarning, problemWarning } from "./documents/document-warnings.ts";
import { type DocumentKind, documentKind } from "#shared/model/document-kind.ts";
import { MAX_DOCUMENT_BYTES } from "./documents/document-text.ts";
import type { Documents } from "./documents/documents.ts";
import type { FileFacts, KnownFile } from "./file-rows.ts";
import { parseFrontMatter } from "#shared/model/front-matter.ts";
import { noteFacts } from "./links/note-facts.ts";
import { leftOutWarning, notUtf8Warning, sha256, tooLargeWarning, usedText } from "./read-file.ts";
import { readPlain } from "./read-plain.ts";
import type { Layer } from "./roots.ts";
import { decodeText, isBinary } from "./text-format.ts";

/** A file's state on disk before it is read. */
export type SeenFile = {
  /** Project-relative. */
  readonly path: string;
  /** Relative to its workspace; the same as `path` outside of one. */
  readonly inner: string;
  readonly absolute: string;
  /** Project-relative path after following links; for a file of the overlay, the path it stands for. */
  readonly realPath: string;
  readonly layer: Layer;
  readonly bytes: number;
  readonly modifiedMs: number;
};

export type Examiner = {
  readonly counter: TokenCounter;
  readonly encoding: string;
  /** Token limits whose cut offsets are computed along with the count, so that they are known at assembly. */
  readonly cutLimits: readonly number[];
  readonly now: () => Date;
  readonly documents: Documents;
};

export type Examined = {
  readonly known: KnownFile;
  /**
   * The whole text, including front matter; null when the file has no row, or was not read because it is
   * unchanged.
   */
  readonly text: string | null;
};

/** With the same size and time in the same layer, a file counts as unchanged without reading. */
export const looksUnchanged = (seen: SeenFile, known: KnownFile | null, encoding: string): boolean =>
  known !== null &&
  known.facts.layer === seen.layer &&
  known.facts.realPath === seen.realPath &&
  known.facts.bytes === seen.bytes &&
  known.facts.modifiedMs === seen.modifiedMs &&
  (known.row === null || (known.row.token_encoding === encoding && !lacksNote(known)));

/** Stored by a version that did not look for links. */
const lacksNote = ({ facts }: KnownFile): boolean => facts.note === null && isMarkdown(facts.path);

/** Reads a file and computes its row. A file with the same bytes as before keeps its row and count. */
export const examineFile = async (
  seen: SeenFile,
  before: KnownFile | null,
  examiner: Examiner,
): Promise<Examined> => {
  const kind = documentKind(seen.path);
  if (seen.bytes > mostBytes(seen.path, kind)) {
    if (kind !== null) return without(seen, "", [problemWarning(seen.path, "document-too-large")]);
    const binary = isBinary(await readHead(seen.absolute));
    return without(seen, "", binary ? [] : [leftOutWarning(seen.path, seen.bytes)]);
  }
  const bytes = await readPlain(seen.absolute);
  if (bytes === null) return without(seen, "", []);
  const sha = sha256(bytes);
  const row = before?.row;
  if (
    before &&
    row?.content_sha256 === sha &&
    row.token_encoding === examiner.encoding &&
    !lacksNote(before)
  ) {
    return { known: { row, facts: { ...before.facts, ...factsOf(seen), sha } }, text: null };
  }
  if (kind !== null) return examineDocument(seen, kind, { bytes, sha }, examiner);
  const decoded = decodeText(bytes);
  if (decoded.kind === "binary")
    return without(seen, sha, isMarkdown(seen.path) ? [binaryWarning(seen.path)] : []);
  if (decoded.kind === "not-utf8") return without(seen, sha, [notUtf8Warning(seen.path, decoded.line)]);

  const whole = usedText(decoded.text);
  const front = parseFrontMatter(isMarkdown(seen.path) ? whole : "");
  const text = front.offset === 0 ? whole : whole.slice(front.offset);
  const found = front.warnings.map(({ line, message }): FileWarning => {
    return { code: "front-matter", path: seen.path, line, message };
  });
  const isLarge = seen.bytes > MAX_EDITABLE_BYTES;
  const warnings = isLarge ? [...found, tooLargeWarning(seen.path, seen.bytes)] : found;
  const about = {
    sha,
    priority: front.priority,
    tags: front.tags,
    warnings,
    note: isMarkdown(seen.path) ? noteFacts(whole, front) : null,
    isWhole: whole.length === decoded.text.length,
  };
  return { known: await counted(seen, text, about, examiner), text: whole };
};

/** Notes and prompt files are never missing because they are large; other large texts are data. */
const mostBytes = (path: string, kind: DocumentKind | null): number => {
  if (kind !== null) return MAX_DOCUMENT_BYTES;
  return isMarkdown(path) ? MAX_READABLE_BYTES : MAX_EDITABLE_BYTES;
};

/** A document counts by its text. */
const examineDocument = async (
  seen: SeenFile,
  kind: DocumentKind,
  { bytes, sha }: { readonly bytes: Uint8Array; readonly sha: string },
  examiner: Examiner,
): Promise<Examined> => {
  const reply = await examiner.documents.read(kind, bytes, sha);
  if ("problem" in reply) return without(seen, sha, [problemWarning(seen.path, reply.problem)]);
  const { text, cut } = reply.document;
  const warnings = cut ? [cutWarning(seen.path, kind, reply.document)] : [];
  const about = { sha, priority: null, tags: [], warnings, note: null, isWhole: !cut };
  return { known: await counted(seen, text, about, examiner), text };
};

type About = Pick<FileFacts, "sha" | "warnings" | "note"> & {
  readonly priority: number | null;
  readonly tags: readonly string[];
  /** False: the file has more text than is used, so the count says less than its size. */
  readonly isWhole: boolean;
};

/** `text` is without front matter. */
const counted = async (
  seen: SeenFile,
  text: string,
  { sha, priority, tags, warnings, note, isWhole }: About,
  { counter, encoding, cutLimits, now }: Examiner,
): Promise<KnownFile> => {
  const { count } = await counter.cuts(text, encoding, cutLimits);
  const row: WorkspaceFile = {
    path: seen.path,
    content_sha256: sha,
    bytes: seen.bytes,
    priority: priority ?? defaultPriority(seen.inner),
    tags: [...tags],
    token_count: count.tokens,
    token_encoding: encoding,
    updated_at: now().toISOString(),
  };
  const counts = { chars: text.length, exact: count.exact && isWhole };
  return { row, facts: { ...factsOf(seen), ...counts, sha, ownPriority: priority, warnings, note } };
};

export const isMarkdown = (path: string): boolean => /\.(md|markdown)$/i.test(path);

/** AGENTS 0, USER 1, IDENTITY 2, all others 100; front matter overrides. */
const defaultPriority = (inner: string): number => {
  const place = ["AGENTS.md", "USER.md", "IDENTITY.md"].indexOf(inner);
  return place === -1 ? 100 : place;
};

/** `limit` is the real folder of the project-relative `folder`. */
export const realPathOf = (limit: string, folder: string, absolute: string): string => {
  const inner = relative(limit, absolute).split(sep).join("/");
  return folder === "" ? inner : `${folder}/${inner}`;
};

const without = (seen: SeenFile, sha: string, warnings: readonly FileWarning[]): Examined => ({
  known: {
    row: null,
    facts: { ...factsOf(seen), sha, chars: 0, ownPriority: null, exact: true, warnings, note: null },
  },
  text: null,
});

const factsOf = ({ path, layer, realPath, bytes, modifiedMs }: SeenFile) => ({
  path,
  layer,
  realPath,
  bytes,
  modifiedMs,
});

const binaryWarning = (path: string): FileWarning => ({
  code: "binary-file",
  path,
  line: null,
  message: `${path} is called Markdown but holds binary data. It is left out of prompts.`,
});

const readHead = async (absolute: string): Promise<Uint8Array> => {
  const file = await open(absolute, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8000), 0, 8000, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};
