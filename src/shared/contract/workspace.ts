import { z } from "zod";
import { changeView } from "../model/change.ts";
import { MAX_ATTACHED_BYTES } from "../model/size-limit.ts";
import { route } from "./route.ts";
import { fileWarning } from "./project.ts";
import { isRecord, shortForm } from "./short-form.ts";
import { unread } from "../model/unread.ts";

/** What a path is relative to: an agent's workspace (the default), or the folder the user opened. */
export const root = z.enum(["workspace", "project"]).default("workspace");
const place = { root, agent: z.string().optional() };
const at = { path: z.string(), ...place };

/** The role of a file in the assembler, by its name and place. */
export const fileRole = z.enum([
  "soul",
  "agents",
  "user",
  "identity",
  "memory",
  "dreams",
  "knowledge",
  "note",
  "skill",
  "subagent",
  "context",
  "agents-yaml",
  "other",
]);
export type FileRole = z.output<typeof fileRole>;

export const treeEntry = z.object({
  name: z.string(),
  /** Relative to the requested root, with `/` as separator. */
  path: z.string(),
  kind: z.enum(["file", "folder"]),
  role: fileRole,
  bytes: z.number().int().nonnegative(),
  /** Stored count of the text without front matter; null when not counted (folders, binaries, ignored files). */
  tokens: z.number().int().nonnegative().nullable(),
  /** False: the count is an estimate, and it must be shown as one. */
  tokensExact: z.boolean(),
  /** The encoding it was counted with; null when not counted. */
  tokensEncoding: z.string().nullable(),
  layer: z.enum(["base", "overlay"]),
  ignored: z.boolean(),
});
export type TreeEntry = z.output<typeof treeEntry>;

export const fileText = z.object({
  path: z.string(),
  text: z.string(),
  /** SHA-256 of the bytes on disk; the `baseHash` of a later write. */
  hash: z.string(),
  bytes: z.number().int().nonnegative(),
  layer: z.enum(["base", "overlay"]),
  /** Files over 5 MB open read-only. */
  readOnly: z.boolean(),
  warnings: z.array(fileWarning),
});
export type FileText = z.output<typeof fileText>;

export const pictureType = z.enum([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/bmp",
  "image/x-icon",
  "image/svg+xml",
]);
export type PictureType = z.output<typeof pictureType>;

export const workspaceFile = z.object({
  /** Project-relative, as in the manifest: `workspace/AGENTS.md`. */
  path: z.string(),
  content_sha256: z.string(),
  bytes: z.number().int().nonnegative(),
  priority: z.number().int().nonnegative(),
  tags: z.array(z.string()),
  token_count: z.number().int().nonnegative(),
  token_encoding: z.string(),
  updated_at: z.string(),
});
export type WorkspaceFile = z.output<typeof workspaceFile>;

export const written = z.object({
  path: z.string(),
  hash: z.string(),
  bytes: z.number().int().nonnegative(),
  layer: z.enum(["base", "overlay"]),
  /** For `changes.undo`; null when the file already had these bytes. */
  change: z.string().nullable(),
});

/** The source of a text that is not the user's own: the message of a conversation. */
const from = { session: z.string().optional(), message: z.string().optional() };

export const searchHit = z.object({
  path: z.string(),
  line: z.number().int().positive(),
  column: z.number().int().positive(),
  /** The line, or for a long line a part around the hit, and where the hit begins in it. */
  text: z.string(),
  at: z.number().int().nonnegative(),
  /** UTF-16 offsets in the text of the file. */
  start: z.number().int().nonnegative(),
  end: z.number().int().positive(),
  /** What would take its place; only when a replacement was asked about. */
  insert: z.string().optional(),
});

/** Places of one file that get another text. `baseHash` is that of the text in which they were found. */
export const fileEdits = z.object({
  path: z.string(),
  baseHash: z.string(),
  edits: z
    .array(
      z.object({
        start: z.number().int().nonnegative(),
        end: z.number().int().nonnegative(),
        insert: z.string().max(100_000),
      }),
    )
    .min(1)
    .max(20_000),
});
export type FileEdits = z.output<typeof fileEdits>;

/** Four characters for three bytes. */
const MAX_BASE64 = Math.ceil(MAX_ATTACHED_BYTES / 3) * 4;

export const workspaceRoutes = {
  "workspace.tree": route(
    z.object({ ...place, path: z.string().default(""), showIgnored: z.boolean().default(false) }),
    z.object({
      entries: z.array(treeEntry),
      /** Entries left out by the size guard. */ leftOut: z.number().int(),
    }),
  ),
  "workspace.read": route(z.object(at), fileText),
  /** A picture of at most 10 MB, for `<img>` alone: an SVG may hold scripts, which do not run there. */
  "workspace.picture": route(
    z.object(at),
    z.object({ path: z.string(), type: pictureType, /** Base64. */ data: z.string() }),
  ),
  /**
   * The text of a PDF, DOCX, XLSX or PPTX file from outside the project, to be attached to a message. Fails with the
   * document's problem (`document-encrypted`, `document-broken` …).
   */
  "workspace.attachedDocument": route(
    z.object({ name: z.string().min(1).max(1000), /** Base64. */ data: z.string().max(MAX_BASE64) }),
    z.object({
      text: z.string(),
      /** What is not in the text, as a sentence. */ notice: z.string().nullable(),
    }),
  ),
  "workspace.readManaged": route(z.object(at), z.object({ text: z.string() })),
  /** Fails with `conflict` and `{base, mine, theirs, theirsHash}` when the file changed since `baseHash`. */
  "workspace.write": route(
    z.object({
      ...at,
      text: z.string(),
      baseHash: z.string().optional(),
      /** The purpose of the write. With one, it is a separate change; without, saves close together are one. */
      title: z.string().max(200).optional(),
    }),
    written,
  ),
  /** All of them or none; `baseHash` null: the file must not exist yet. Fails with `conflict` or `exists`. */
  "workspace.writeAll": route(
    z.object({
      ...place,
      ...from,
      files: z
        .array(z.object({ path: z.string(), text: z.string(), baseHash: z.string().nullable() }))
        .min(1),
    }),
    z.object({ files: z.array(written) }),
  ),
  /**
   * Places in many files, as one change: all of them or none. Fails with `changed-since` when a file is no longer the
   * one that was looked at.
   */
  "workspace.edit": route(
    z.object({
      ...place,
      title: z.string().max(200),
      view: changeView.optional(),
      files: z.array(fileEdits).min(1).max(2_000),
    }),
    z.object({ /** For `changes.undo`. */ change: z.string().nullable(), paths: z.array(z.string()) }),
  ),
  /** Merges both versions of a file into one text; `base` is their common origin, null when unknown. */
  "workspace.merge": route(
    z.object({ base: z.string().nullable(), mine: z.string(), theirs: z.string() }),
    z.object({
      text: z.string(),
      /** Places that both changed, each between conflict markers in the text. */ clashes: z.number().int(),
    }),
  ),
  "workspace.append": route(z.object({ ...at, text: z.string() }), written),
  "workspace.create": route(
    z.object({ ...at, kind: z.enum(["file", "folder"]).default("file"), text: z.string().default("") }),
    z.object({ path: z.string(), change: z.string().nullable() }),
  ),
  /**
   * Also moves: `to` is a whole path. `from` may be called `path`, as in other methods. Never replaces an
   * existing file.
   */
  "workspace.rename": route(
    shortForm(z.object({ ...place, from: z.string(), to: z.string() }), (input) =>
      isRecord(input) && "path" in input ? { from: input["path"], ...input } : input,
    ),
    z.object({ path: z.string(), change: z.string().nullable() }),
  ),
  "workspace.remove": route(
    z.object(at),
    z.object({
      path: z.string(),
      /** Which trash it is in; `changes.undo` restores it from either. */
      trash: z.enum(["system", "project"]),
      undo: z.string().nullable(),
      change: z.string().nullable(),
    }),
  ),
  /** The path is project-relative. */
  "workspace.undoRemove": route(z.object({ undo: z.string() }), z.object({ path: z.string() })),
  /** Waits until everything is indexed. */
  "workspace.files": route(
    z.object({ agent: z.string().optional() }),
    z.object({ files: z.array(workspaceFile) }),
  ),
  /** Stops reading what prompts do not need; the rest is read by `resumeIndexing` or the next start. */
  "workspace.cancelIndexing": route(z.object({}), z.object({ cancelled: z.boolean() })),
  "workspace.resumeIndexing": route(z.object({}), z.object({ started: z.boolean() })),
  "workspace.search": route(
    z.object({
      ...place,
      query: z.string(),
      caseSensitive: z.boolean().default(false),
      wholeWord: z.boolean().default(false),
      /** The query is a regular expression. Fails with `invalid-pattern` or `pattern-too-slow`. */
      regex: z.boolean().default(false),
      /** For `workspace.edit`: what each hit would become. In it `$1` and `$&` stand for what an expression found. */
      replacement: z.string().max(10_000).optional(),
      limit: z.number().int().positive().max(5000).default(500),
    }),
    z.object({
      hits: z.array(searchHit),
      files: z.number().int(),
      truncated: z.boolean(),
      /** Hash of each file with a hit. */
      bases: z.array(z.object({ path: z.string(), hash: z.string() })),
      unread,
    }),
  ),
  "workspace.list": route(
    z.object({ ...place, kind: z.enum(["knowledge", "memory", "sessionLogs"]) }),
    z.object({ paths: z.array(z.string()) }),
  ),
};

export const workspaceEvents = {
  /** One batch of changes on disk, made by Satchel or any other program; paths are project-relative. */
  "workspace.changed": z.object({
    changes: z.array(
      z.object({
        path: z.string(),
        kind: z.enum(["added", "changed", "removed", "renamed"]),
        from: z.string().optional(),
        hash: z.string().nullable(),
        tokens: z.number().int().nullable(),
      }),
    ),
  }),
  /** A `layered` prompt keeps SOUL.md for the life of the process; this asks whether to reload it. */
  "workspace.soulChanged": z.object({ path: z.string() }),
  "workspace.indexing": z.object({
    done: z.number().int(),
    total: z.number().int(),
    finished: z.boolean(),
    /** It ended before everything was read. */
    cancelled: z.boolean().optional(),
  }),
};
