import { posix } from "node:path";
import type { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import type { FileWarning } from "#shared/contract/project.ts";
import { errnoOf } from "../base/errno.ts";
import type { Log } from "../base/log.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import { stamp } from "../store/set-aside.ts";
import { isValues, mergeValues, type Values } from "../agents/merge-values.ts";
import { parseSettings, unknownKey } from "./parse-settings.ts";
import type { SettingsPlace } from "./settings-place.ts";

/**
 * Settings in a JSON file that people and other programs may also edit: the file is read again whenever it
 * changed on disk, unknown keys are kept on every rewrite, and invalid values stay in the file and are
 * replaced by their defaults in memory. A file that is not a JSON object is kept beside it as
 * `.corrupt-<time>`.
 */
export type SettingsFile<T> = {
  get(): T;
  warnings(): readonly FileWarning[];
  /** Fails with `invalid-settings` when the changes would be refused. */
  check(changes: Values): void;
  /** Merges the changes into the settings and writes them; `null` resets a key to its default. */
  set(changes: Values): Promise<T>;
};

export type SettingsFileOptions<T> = {
  readonly place: SettingsPlace;
  /** How warnings name the file. */
  readonly name: string;
  readonly schema: z.ZodType<T>;
  /** Keys that are always ignored in this file, with the reason shown to the user. */
  readonly refused?: { readonly keys: ReadonlySet<string>; readonly reason: string };
  readonly now: () => Date;
  readonly log: Log;
};

/** A settings file has a few kilobytes; a file near this size is not one. */
const MAX_BYTES = 1024 * 1024;

type Loaded<T> = {
  /** Identifies the version of the file that was read. */
  readonly mark: string;
  readonly values: Values;
  readonly sound: Values;
  readonly settings: T;
  readonly warnings: readonly FileWarning[];
};

export const openSettingsFile = <T>(options: SettingsFileOptions<T>): SettingsFile<T> => {
  let loaded: Loaded<T> | null = null;
  const writes = new OneAtATime();

  const current = (): Loaded<T> => {
    const mark = options.place.mark();
    if (loaded?.mark !== mark) loaded = load(options);
    return loaded;
  };

  const write = async (changes: Values): Promise<T> => {
    const { values, sound } = current();
    requireValid(options, changes, sound);
    const text = `${JSON.stringify(mergeValues(values, changes), null, 2)}\n`;
    try {
      await options.place.write(text);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Failure("settings-not-written", `The settings could not be written: ${reason}`);
    }
    return current().settings;
  };

  return {
    get: () => current().settings,
    warnings: () => current().warnings,
    check: (changes) => requireValid(options, changes, current().sound),
    set: (changes) => writes.run(() => write(changes)),
  };
};

const load = <T>(options: SettingsFileOptions<T>): Loaded<T> => {
  const mark = options.place.mark();
  const read = readValues(options);
  if ("refused" in read) {
    const { settings } = parseSettings(options.schema, {});
    const warning = warn(options, read.refused.code, `${read.refused.message} Defaults are used.`);
    return { mark, values: {}, sound: {}, settings, warnings: [warning] };
  }
  if ("broken" in read) {
    const kept = keepBroken(options);
    const warning = warn(
      options,
      "settings-broken",
      `${read.broken} It was kept as ${kept}; defaults are used.`,
    );
    const { settings } = parseSettings(options.schema, {});
    // The warning stays until the settings are written again, although the file is gone.
    return { mark: options.place.mark(), values: {}, sound: {}, settings, warnings: [warning] };
  }
  const ignored = Object.keys(read.values).filter((key) => options.refused?.keys.has(key));
  const counted = Object.fromEntries(Object.entries(read.values).filter(([key]) => !ignored.includes(key)));
  const { settings, sound, problems } = parseSettings(options.schema, counted);
  const warnings = [
    ...ignored.map((key) =>
      warn(options, "setting-refused", `"${key}" is ignored: ${options.refused?.reason}`),
    ),
    ...problems.map(({ key, message }) =>
      warn(options, "setting-invalid", `"${key}" is not valid (${message}); the default is used.`),
    ),
  ];
  return { mark, values: read.values, sound, settings, warnings };
};

type ReadValues = { values: Values } | { broken: string } | { refused: Failure };

const readValues = <T>({ place, name }: SettingsFileOptions<T>): ReadValues => {
  try {
    const values: unknown = JSON.parse(
      place
        .read(MAX_BYTES)
        .toString("utf8")
        .replace(/^\uFEFF/, ""),
    );
    return isValues(values) ? { values } : { broken: `${name} does not hold a JSON object.` };
  } catch (error) {
    if (error instanceof SyntaxError) return { broken: `${name} is not valid JSON: ${error.message}.` };
    if (isMissing(error)) return { values: {} };
    if (error instanceof Failure) {
      const isTooLarge = error.code === "too-large";
      return isTooLarge ? { broken: `${name} is far too large for settings.` } : { refused: error };
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure("settings-unreadable", `${name} could not be read: ${reason}`);
  }
};

const keepBroken = <T>({ place, name, now, log }: SettingsFileOptions<T>): string => {
  const ending = `.corrupt-${stamp(now())}`;
  try {
    place.renameWith(ending);
  } catch (error) {
    log.error("A broken settings file could not be moved.", error, { name });
  }
  return posix.basename(name) + ending;
};

const requireValid = <T>({ schema, refused }: SettingsFileOptions<T>, changes: Values, sound: Values) => {
  for (const key of Object.keys(changes)) if (refused?.keys.has(key)) refuse(key, refused.reason);
  const unknown = unknownKey(schema, changes);
  if (unknown !== null) refuse(unknown, "there is no such setting.");
  const [problem] = parseSettings(schema, mergeValues(sound, changes)).problems;
  if (problem) refuse(problem.key, `${problem.message}.`);
};

const refuse = (key: string, reason: string): never => {
  throw new Failure("invalid-settings", `The setting "${key}" was not changed: ${reason}`, { key });
};

const warn = <T>({ name }: SettingsFileOptions<T>, code: string, message: string): FileWarning => ({
  code,
  path: name,
  line: null,
  message,
});

const isMissing = (error: unknown) => errnoOf(error) === "ENOENT";
