import { constants } from "node:fs";
import { access, realpath } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { connectSnippets } from "#shared/model/connect-snippet.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { tomlTable, tomlValue } from "../readers/toml-value.ts";

export type Connection = {
  readonly program: string;
  readonly name: string;
  /** Absent: its settings were not looked at. */
  readonly status: "ok" | "warning" | "absent";
  readonly detail: string;
};

/** Settings of other programs are small; a longer file is not read. */
const MAX_BYTES = 1024 * 1024;

/** Where the settings of programs are. */
export type ConnectionPlaces = {
  readonly path?: string | undefined;
  /** Null as long as the user has not allowed looking there. */
  readonly home: string | null;
};

/**
 * Which programs are connected with the memory of a folder, and whether they can start it. Of the home folder only
 * the files that Connect names are looked at, and only where the user allowed it.
 */
export const checkConnections = async (
  folder: string,
  { home, path = process.env["PATH"] }: ConnectionPlaces,
): Promise<readonly Connection[]> => {
  const found = await Promise.all(
    connectSnippets(folder).map(async ({ program, name, file, hook }): Promise<Connection[]> => {
      const isHome = file.startsWith("~/");
      if (isHome && home === null)
        return [{ program, name, status: "absent", detail: `${file}: ${NOT_ALLOWED}` }];
      const text = isHome ? await readSettings(home ?? "", file.slice(2)) : await readSettings(folder, file);
      if (text === null || !text.includes("satchel")) return [];
      const problem = await problemOf(text, folder, path);
      if (problem !== null) return [{ program, name, status: "warning", detail: `${file}: ${problem}` }];
      const hooked =
        hook !== null && ((await readSettings(folder, hook.file)) ?? "").includes("--session-start");
      const more =
        hook === null ? "" : hooked ? " Sessions start with its context." : " No hook for new sessions.";
      return [{ program, name, status: "ok", detail: `Connected by ${file}.${more}` }];
    }),
  );
  return found.flat();
};

const NOT_ALLOWED = "in your home folder, which is only looked at after you allow it in X-ray.";

/** No link is followed, neither as a folder on the way nor as the file. */
const readSettings = async (folder: string, file: string): Promise<string | null> => {
  try {
    return (await new KeptFiles(folder).read(file, MAX_BYTES)).toString("utf8");
  } catch {
    return null;
  }
};

const problemOf = async (text: string, folder: string, path: string | undefined): Promise<string | null> => {
  const words = commandIn(parsed(text)) ?? commandInToml(text);
  if (words === null)
    return "it names satchel, but its entry cannot be read. Copy the text of Connect again.";
  const [command = "", ...args] = words;
  if (args[0] !== "mcp" && !args.includes("mcp")) return "the entry does not run `satchel mcp`.";
  const named = args[args.indexOf("--project") + 1];
  if (!args.includes("--project") || named === undefined)
    return "the entry names no folder with --project, so it depends on where the program is started.";
  if (!(await isSame(resolve(folder, named), folder)))
    return `the entry serves ${named}, not this folder. Copy the text of Connect again.`;
  return (await isCommand(command, folder, path))
    ? null
    : `the command ${command} was not found, so the program cannot start it. Put it on the PATH.`;
};

/** The command and arguments of the entry `satchel`, in any of the forms that programs have. */
const commandIn = (settings: unknown): readonly string[] | null => {
  if (!isRecord(settings)) return null;
  for (const key of ["mcpServers", "servers", "mcp", "context_servers"]) {
    const servers = Object.hasOwn(settings, key) ? settings[key] : undefined;
    const entry = isRecord(servers) && Object.hasOwn(servers, "satchel") ? servers["satchel"] : undefined;
    if (!isRecord(entry)) continue;
    const words = [entry["command"], entry["args"]].flat();
    return words.filter((word) => typeof word === "string");
  }
  return null;
};

/** Codex: a table of its own in TOML. */
const commandInToml = (text: string): readonly string[] | null => {
  const table = tomlTable(text, "mcp_servers.satchel");
  const words = [tomlValue(table, "command"), tomlValue(table, "args")].flat();
  return words[0] === undefined ? null : words.filter((word) => typeof word === "string");
};

/** Some programs allow comments on lines of their own. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, ""));
  } catch {
    return null;
  }
};

const isSame = async (one: string, other: string): Promise<boolean> => {
  const real = (path: string) => realpath(path).catch(() => path);
  return (await real(one)) === (await real(other));
};

const isCommand = async (command: string, folder: string, path: string | undefined): Promise<boolean> => {
  if (command === "") return false;
  const ends = process.platform === "win32" ? ["", ".cmd", ".exe"] : [""];
  const places = /[/\\]/.test(command)
    ? [resolve(folder, command)]
    : (path ?? "").split(delimiter).map((each) => join(each, command));
  for (const place of places.flatMap((each) => ends.map((end) => each + end))) {
    const runs = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return true;
  }
  return false;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
