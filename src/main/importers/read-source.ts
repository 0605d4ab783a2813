import { hash } from "node:crypto";
import { Failure } from "#shared/contract/failure.ts";
import type { ImportOff } from "#shared/model/import-plan.ts";
import { IMPORT_SOURCES, type ImportSource } from "#shared/model/import-source.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { KnownLines } from "../memory/index/known-lines.ts";
import { type BuiltSession, buildSession } from "./build-session.ts";
import { hasSecret, looksLikeInstruction, withoutSecrets } from "./examine-text.ts";
import type {
  Found,
  FoundAgent,
  FoundDocument,
  FoundGraph,
  FoundMemory,
  FoundSection,
  FoundSkill,
} from "./found.ts";
import type { FoundSkipped, FoundWarning } from "./found.ts";
import type { Importer, Reading } from "./importer.ts";
import { importers } from "./importers.ts";
import { cleanText, decodeBytes } from "./input/decode-text.ts";
import type { SourceFiles } from "./input/source-files.ts";
import { Look } from "./look.ts";

/** Why something is not ticked. */
export type Off = ImportOff;

/** What would be taken over, after it was looked through. `key` is the same in every reading of the same source. */
export type Taken =
  | {
      readonly kind: "session";
      readonly key: string;
      readonly sourceId: string;
      readonly built: BuiltSession;
      readonly from: string;
      readonly off: Off | null;
    }
  | ({ readonly kind: "memory"; readonly key: string } & Omit<FoundMemory, "off"> & {
        readonly off: Off | null;
      })
  | ({
      readonly kind: "document";
      readonly key: string;
      readonly off: Off | null;
      readonly content: string | Uint8Array;
      /** Why it is not taken over. */
      readonly refused: string | null;
    } & Omit<FoundDocument, "content" | "off">)
  | ({ readonly kind: "section"; readonly key: string; readonly off: Off } & FoundSection)
  | ({ readonly kind: "agent"; readonly key: string; readonly off: Off } & FoundAgent)
  | ({ readonly kind: "skill"; readonly key: string; readonly off: Off } & FoundSkill)
  | ({ readonly kind: "graph"; readonly key: string; readonly off: Off | null } & FoundGraph)
  /** The same as something before it. */
  | { readonly kind: "duplicate"; readonly text: string; readonly from: string }
  | ({ readonly kind: "warning" } & FoundWarning)
  | ({ readonly kind: "skipped" } & FoundSkipped);

export type Detected = { readonly importer: Importer; readonly variant: string };

/** The program that a file, a folder or an archive comes from; null when it is unknown. */
export const detectSource = async (input: SourceFiles, wanted?: ImportSource): Promise<Detected | null> => {
  const look = new Look(input);
  for (const importer of importers) {
    if (wanted !== undefined && importer.source !== wanted) continue;
    const variant = await importer.detect(look);
    if (variant !== null) return { importer, variant };
  }
  return null;
};

export const unknownSource = (name: string): Failure =>
  new Failure(
    "import-unknown",
    `Satchel does not know what ${name} is. It reads exports and folders of ${Object.values(IMPORT_SOURCES).join(", ")}.`,
    { name },
  );

/** Reads a source: conversations as they would be stored, memories without repetitions and without secrets. */
export async function* readSource(
  input: SourceFiles,
  { source, read }: Importer,
  reading: Reading = {},
): AsyncGenerator<Taken> {
  const known = new KnownLines();
  for (const { path, why } of input.refused)
    yield { kind: "warning", code: "unsafe-path", file: path, detail: why };
  for await (const found of read(input, reading)) {
    if (found.kind === "document") yield* examinedDocument(found);
    else yield* examined(source, found, known);
  }
}

/** Larger texts are not written as a file. */
const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024;

async function* examinedDocument(found: Extract<Found, { kind: "document" }>): AsyncGenerator<Taken> {
  const { path, from } = found;
  const key = keyOf("document", path);
  if (found.bytes > MAX_DOCUMENT_BYTES)
    return yield { ...found, key, off: offOf(found), content: "", refused: "It is over 5 MB." };
  const content = await found.content();
  const text = found.role === "attachment" ? "" : textOf(content);
  const isSecret = hasSecret(text);
  if (isSecret) yield { kind: "warning", code: "secret-found", file: from };
  const refused = isSecret ? "It contains a key or a token." : null;
  const isInstruction = looksLikeInstruction(text);
  if (isInstruction) yield { kind: "warning", code: "looks-like-instruction", file: from };
  const off = isInstruction ? "looks-like-instruction" : offOf(found);
  yield { ...found, key, off, content: isSecret ? "" : content, refused };
}

const textOf = (content: string | Uint8Array): string =>
  typeof content === "string" ? content : decodeBytes(content).text;

type Other = Exclude<Found, { kind: "document" }>;

function* examined(source: ImportSource, found: Other, known: KnownLines): Generator<Taken> {
  switch (found.kind) {
    case "session":
      return yield* examinedSession(source, found);
    case "memory":
      return yield* examinedMemory(found, known);
    case "section":
      return yield* examinedSection(found);
    case "agent":
      return yield { ...found, key: keyOf("agent", found.id), off: "offered" };
    case "skill":
      return yield* examinedSkill(found);
    case "graph":
      return yield {
        ...found,
        key: keyOf("graph", found.from),
        off: source === "obsidian" ? "offered" : null,
      };
    case "warning":
    case "skipped":
      return yield found;
  }
}

function* examinedSession(
  source: ImportSource,
  { session }: Extract<Found, { kind: "session" }>,
): Generator<Taken> {
  const { built, warnings } = buildSession(source, session);
  for (const warning of warnings) yield { kind: "warning", file: session.from, ...warning };
  if (!built) return yield { kind: "skipped", what: "empty conversation" };
  const { log, found } = withoutKeys(built.session.log);
  if (found > 0) yield { kind: "warning", code: "secret-found", file: session.from, count: found };
  const clean = found === 0 ? built : { ...built, session: withLog(built, log) };
  const { sourceId, from, off } = session;
  yield { kind: "session", key: keyOf("session", sourceId), sourceId, built: clean, from, off: off ?? null };
}

/** Keys in what was said are not stored; the words around them are. */
const withoutKeys = (entries: readonly SessionEntry[]) => {
  let found = 0;
  const clean = (text: string) => {
    if (!hasSecret(text)) return text;
    const { text: without, found: here } = withoutSecrets(text);
    found += here;
    return without;
  };
  const log = entries.map((entry): SessionEntry => {
    switch (entry.type) {
      case "message": {
        const { content, reasoning } = entry;
        return {
          ...entry,
          content: clean(content),
          ...(reasoning !== undefined && { reasoning: clean(reasoning) }),
        };
      }
      case "tool_result":
      case "summary":
        return { ...entry, content: clean(entry.content) };
      case "tool_use": {
        const args = JSON.stringify(entry.args);
        return hasSecret(args) ? { ...entry, args: JSON.parse(clean(args)) as unknown } : entry;
      }
      case "compaction":
        return entry;
    }
  });
  return { log, found };
};

const withLog = ({ session }: BuiltSession, log: readonly SessionEntry[]): BuiltSession["session"] => {
  const byId = new Map(log.map((entry) => [entry.id, entry]));
  return { ...session, log, context: session.context.flatMap(({ id }) => byId.get(id) ?? []) };
};

const MAX_MEMORY_CHARS = 2_000;

function* examinedMemory(found: Extract<Found, { kind: "memory" }>, known: KnownLines): Generator<Taken> {
  const { from, target } = found;
  const text = found.text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_MEMORY_CHARS);
  if (text === "") return;
  if (hasSecret(text)) return yield { kind: "warning", code: "secret-found", file: from };
  if (known.has(text)) return yield { kind: "duplicate", text, from };
  known.add(text);
  const isInstruction = looksLikeInstruction(text);
  if (isInstruction)
    yield { kind: "warning", code: "looks-like-instruction", file: from, detail: text.slice(0, 200) };
  const off = isInstruction ? "looks-like-instruction" : (found.off ?? null);
  yield { ...found, text, key: keyOf(target, text), off };
}

/** Instructions are never ticked; those with a key are not offered. */
function* examinedSection(found: Extract<Found, { kind: "section" }>): Generator<Taken> {
  const { text, from, target } = found;
  if (hasSecret(text)) return yield { kind: "warning", code: "secret-found", file: from };
  const isInstruction = looksLikeInstruction(text);
  if (isInstruction) yield { kind: "warning", code: "looks-like-instruction", file: from };
  const off = isInstruction ? "looks-like-instruction" : "behaviour";
  yield { ...found, text: cleanText(text), key: keyOf(`section ${target}`, text), off };
}

function* examinedSkill(found: Extract<Found, { kind: "skill" }>): Generator<Taken> {
  if (hasSecret(found.text)) return yield { kind: "warning", code: "secret-found", file: found.from };
  yield { ...found, key: keyOf("skill", found.name), off: "offered" };
}

const offOf = ({ role, off }: FoundDocument): Off | null => {
  if (role === "knowledge") return off ?? null;
  return role === "attachment" ? "attachment" : "offered";
};

const keyOf = (kind: string, id: string): string => `${kind}:${hash("sha256", id, "hex").slice(0, 16)}`;
