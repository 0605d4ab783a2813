import { z } from "zod";

/**
 * How other programs read a folder's instruction files. A **reader** is one program (or one surface of it);
 * a **cell** is what becomes of one file in one reader.
 */
export const READER_IDS = [
  "codex",
  "claude-code",
  "claude-code-2.1.240",
  "gemini",
  "qwen",
  "opencode",
  "cline",
  "roo",
  "goose",
  "zed",
  "continue-ide",
  "continue-cli",
  "crush",
  "openhands",
  "openclaw",
  "copilot-vscode",
  "copilot-cli",
  "copilot-cloud",
  "copilot-review",
  "cursor",
  "windsurf",
  "aider",
  "amp",
] as const;
export const readerId = z.enum(READER_IDS);
export type ReaderId = z.output<typeof readerId>;

/** From the first request, when something happens, name only until asked for, or not at all. */
export const readHow = z.enum(["always", "conditional", "ondemand", "never"]);
export type ReadHow = z.output<typeof readHow>;

/** The first `at` units are kept, and the last `tail` units where there is a tail. */
export const readCut = z.object({
  unit: z.enum(["bytes", "utf16", "chars", "lines"]),
  at: z.number().int().nonnegative(),
  tail: z.number().int().nonnegative().optional(),
});
export type ReadCut = z.output<typeof readCut>;

/** Why a file is read the way it is; the words are the screen's. */
export const READ_REASONS = [
  // Read from the start.
  "name",
  "personal",
  "import",
  "configured",
  "rule",
  // Read on condition or on demand.
  "below-on-read",
  "glob",
  "trigger",
  "model-only",
  "undocumented",
  "by-description",
  "by-hand",
  "command",
  "listed",
  // Not read, because of another file.
  "other-name-wins",
  "blank-in-front",
  "replaced",
  "same-text",
  // Not read, because of a limit.
  "budget-spent",
  "too-large",
  "import-depth",
  "list-full",
  // Not read, because of what it is or where it is.
  "not-its-file",
  "above-root",
  "below-folder",
  "elsewhere",
  "wrong-extension",
  "wrong-case",
  "subfolder",
  "linked",
  "import-in-code",
  "import-refused",
  "ignored",
  "invalid-front-matter",
  "disabled",
  "wrong-mode",
  "wrong-model",
  "wrong-session",
  "never-automatic",
  "not-named",
  "excluded",
] as const;
export const readReason = z.enum(READ_REASONS);
export type ReadReason = z.output<typeof readReason>;

const HIDDEN: ReadonlySet<ReadReason> = new Set(["other-name-wins", "blank-in-front", "replaced"]);
const LIMITED: ReadonlySet<ReadReason> = new Set(["budget-spent", "too-large", "import-depth", "list-full"]);

/** Another file is the reason that this one is not read. */
export const isHidden = (reason: ReadReason): boolean => HIDDEN.has(reason);
/** A limit is the reason that this one is not read. */
export const isOverLimit = (reason: ReadReason): boolean => LIMITED.has(reason);

/** A: read in the source. B: the vendor's documentation. C: reported, not verified. */
export const confidence = z.enum(["A", "B", "C"]);

export const readLimit = z.object({
  unit: z.enum(["bytes", "utf16", "chars"]),
  max: z.number().int(),
  /** All files together, or each file on its own. */
  per: z.enum(["all", "file"]),
});
export type ReadLimit = z.output<typeof readLimit>;

/** What is known about a program, without its rules as code. */
export const readerProfile = z.object({
  id: readerId,
  name: z.string(),
  version: z.string(),
  /** `YYYY-MM-DD` or `YYYY-MM`: when the rules were checked. */
  checked: z.string(),
  source: z.string(),
  confidence,
  /** False: shown as "not verified". */
  verified: z.boolean(),
  limit: readLimit.nullable(),
  /** Whether the program itself has a stable order. */
  ordered: z.boolean(),
  /** The rules in words, by the key that cells name. */
  rules: z.record(z.string(), z.string()),
});
export type ReaderProfile = z.output<typeof readerProfile>;

/** What becomes of one file in one reader. */
export type ReadCell = {
  readonly path: string;
  readonly how: ReadHow;
  readonly reason: ReadReason;
  /** Key in the reader's `rules`. */
  readonly rule: string;
  readonly cut?: ReadCut;
  /** The condition: a glob, a folder, a model. */
  readonly when?: string;
  /** Whether the touched files meet the condition. */
  readonly met?: boolean;
  /** The file that imports, hides or replaces it. */
  readonly by?: string;
  /** Of a skill's description: what is shown of it. */
  readonly shown?: { readonly chars: number; readonly of: number };
};
