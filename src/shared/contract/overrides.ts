import { z } from "zod";
import { promptEdit } from "../model/prompt-edit.ts";
import { isRecord, shortForm } from "./short-form.ts";

/** What a what-if may change about one file. */
const fileChange = z.strictObject({
  pin: z.boolean().optional(),
  exclude: z.boolean().optional(),
  priority: z.number().int().nonnegative().optional(),
  /** Unsaved text of the editor. */
  text: z.string().optional(),
});

const whole = z.strictObject({
  window: z.number().int().positive().optional(),
  reservedOutput: z.number().int().nonnegative().optional(),
  /** Token budget by layer id. */
  layers: z.record(z.string(), z.number().int().nonnegative()).optional(),
  /** Globs in place of the agent's `workspaceFiles.include`. */
  include: z.array(z.string()).optional(),
  /** By path: project-relative as in the manifest, or as seen from the agent's workspace. */
  files: z.record(z.string(), shortForm(fileChange, fromWord)).optional(),
  /** Fields of the profile, as in a saved one; `injection.maxContextTokens` may be written with its dot. */
  profile: z.record(z.string(), z.unknown()).optional(),
  /** As if these had been applied with `budget.apply`, in order, on top of everything else. */
  edits: z.array(promptEdit).max(10).optional(),
});

/**
 * What a preview tries out; nothing of it is written. People type these by hand, so each has a short form: a
 * word or a number for a file, a list of files to `pin` or `exclude`, the agent's own names for window and
 * reply, and fields of the profile beside the rest. An unknown name is refused, because a what-if that does
 * nothing looks like an answer.
 */
export const overrides = shortForm(whole, spelledOut);
export type Overrides = z.output<typeof overrides>;

/** `"pin"`, `"exclude"`, or a priority. */
function fromWord(value: unknown): unknown {
  if (value === "pin" || value === "exclude") return { [value]: true };
  return typeof value === "number" ? { priority: value } : value;
}

function spelledOut(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const known: Record<string, unknown> = {};
  const fields: Record<string, unknown> = {};
  const files: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    const field = alsoCalled.get(name) ?? name;
    if (Object.hasOwn(whole.shape, field)) known[field] = given;
    else if ((name === "pin" || name === "exclude") && Array.isArray(given))
      for (const path of given) files[String(path)] = { [name]: true };
    else fields[name] = given;
  }
  return { ...known, ...withMore("files", known, files), ...withMore("profile", known, fields) };
}

/** The long form wins over the short form. */
function withMore(name: string, known: Readonly<Record<string, unknown>>, more: object): object {
  const given = known[name] ?? {};
  if (Object.keys(more).length === 0 || !isRecord(given)) return {};
  return { [name]: { ...more, ...given } };
}

const alsoCalled: ReadonlyMap<string, string> = new Map([
  ["maxContextTokens", "window"],
  ["maxOutputTokens", "reservedOutput"],
  ["budgets", "layers"],
]);
