import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import {
  type FoundMcpServer,
  mcpServerDraft,
  type McpServerDraft,
  mcpServerId,
} from "#shared/contract/mcp.ts";
import { KeptFiles } from "../../base/kept-files.ts";
import { parseJson } from "../../base/parse-json.ts";

/** Where other programs keep the MCP servers of their users, below the home folder. */
const IN_HOME: readonly (readonly [program: string, path: string])[] = [
  ["Claude Desktop", ".config/Claude/claude_desktop_config.json"],
  ["Claude Desktop", "Library/Application Support/Claude/claude_desktop_config.json"],
  ["Claude Desktop", "AppData/Roaming/Claude/claude_desktop_config.json"],
  ["Claude Code", ".claude.json"],
  ["Cursor", ".cursor/mcp.json"],
  ["VS Code", ".config/Code/User/mcp.json"],
  ["VS Code", "Library/Application Support/Code/User/mcp.json"],
  ["VS Code", "AppData/Roaming/Code/User/mcp.json"],
  ["Windsurf", ".codeium/windsurf/mcp_config.json"],
  ["Gemini CLI", ".gemini/settings.json"],
  ["LM Studio", ".lmstudio/mcp.json"],
];
/** And in a project, which may come from a stranger. */
const IN_PROJECT: readonly (readonly [program: string, path: string])[] = [
  ["Claude Code", ".mcp.json"],
  ["Cursor", ".cursor/mcp.json"],
  ["VS Code", ".vscode/mcp.json"],
];

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_SERVERS = 100;
const MAX_NAME = 200;
/** As many as the settings keep for one server. */
const MAX_VALUES = 100;

export type Places = { readonly home: string; readonly project: string | null };

type Read = {
  readonly shown: Omit<FoundMcpServer, "taken">;
  /** With its values; null where it cannot be taken over. */
  readonly draft: McpServerDraft | null;
};

/** Every server of other programs, without the values of variables and headers. Starts nothing. */
export const foundServers = async (
  places: Places,
  taken: readonly string[],
): Promise<readonly FoundMcpServer[]> =>
  (await readAll(places)).map(({ shown }) => ({ ...shown, taken: taken.includes(shown.id) }));

/** One of them as it would be saved, with its values. Fails with `mcp-not-found`. */
export const foundDraft = async (places: Places, file: string, name: string): Promise<McpServerDraft> => {
  const found = (await readAll(places)).find(({ shown }) => shown.file === file && shown.name === name);
  if (found?.draft) return found.draft;
  throw new Failure("mcp-not-found", found?.shown.problem ?? `${file} has no server "${name}" any more.`, {
    name,
  });
};

const readAll = async ({ home, project }: Places): Promise<readonly Read[]> => {
  const own = await Promise.all(
    IN_HOME.map(async ([program, path]) => {
      const text = await textAt(join(home, path));
      return text === null ? [] : serversIn(text, { program, file: `~/${path}`, inProject: false });
    }),
  );
  const theirs = IN_PROJECT.map(([program, path]) => {
    const text = project === null ? null : projectText(project, path);
    return text === null ? [] : serversIn(text, { program, file: path, inProject: true });
  });
  return [...own, ...theirs].flat();
};

/** The user's own files may be links; they must be files of a usual size. */
const textAt = async (path: string): Promise<string | null> => {
  try {
    const found = await stat(path);
    return found.isFile() && found.size <= MAX_BYTES ? await readFile(path, "utf8") : null;
  } catch {
    return null;
  }
};

const projectText = (project: string, path: string): string | null => {
  try {
    return new KeptFiles(project).readSync(path, MAX_BYTES).toString("utf8");
  } catch {
    return null;
  }
};

type About = { readonly program: string; readonly file: string; readonly inProject: boolean };

const serversIn = (text: string, about: About): readonly Read[] => {
  const root = recordOf(parseJson(text));
  // VS Code calls them `servers`.
  const servers = recordOf(root?.mcpServers) ?? recordOf(root?.servers);
  return Object.entries(servers ?? {})
    .slice(0, MAX_SERVERS)
    .map(([name, value]) => readServer(name, recordOf(value) ?? {}, about));
};

const readServer = (name: string, own: Readonly<Record<string, unknown>>, about: About): Read => {
  const id = idOf(name);
  const isCommand = typeof own.command === "string";
  const url = [own.url, own.httpUrl, own.serverUrl].find((each) => typeof each === "string");
  const values = (isCommand ? own.env : own.headers) ?? {};
  const place = isCommand ? { command: own.command, args: own.args, env: values } : { url, headers: values };
  const draft = mcpServerDraft.safeParse({ id, ...place });
  const refused = (problem: string): Read => ({
    shown: {
      ...about,
      name: name.slice(0, MAX_NAME),
      id,
      command: null,
      args: [],
      url: null,
      secrets: [],
      problem,
    },
    draft: null,
  });
  if (!isCommand && url === undefined) return refused("It has no command and no address.");
  if (JSON.stringify(place).includes("${"))
    return refused("It has placeholders that only that program fills in. Add it by hand.");
  if (!draft.success || name.length > MAX_NAME) return refused("It is written in a way that cannot be read.");
  const { command = null, args } = draft.data;
  const secrets = Object.keys(draft.data.env ?? draft.data.headers ?? {});
  if (secrets.length > MAX_VALUES) return refused(`It has more than ${MAX_VALUES} variables or headers.`);
  return {
    shown: { ...about, name, id, command, args, url: draft.data.url ?? null, secrets, problem: null },
    draft: draft.data,
  };
};

/** Lower-case letters, digits and dashes, as an id must be. */
const idOf = (name: string): string => {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 32)
    .replaceAll(/^-+|-+$/g, "");
  return mcpServerId.safeParse(plain).success ? plain : "server";
};

const recordOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
