import { z } from "zod";

/** Programs with a ready-made text for their settings. */
export const connectProgram = z.enum([
  "claude-code",
  "codex",
  "cursor",
  "gemini-cli",
  "vscode",
  "opencode",
  "zed",
]);
export type ConnectProgram = z.output<typeof connectProgram>;

export type ConnectSnippet = {
  readonly program: ConnectProgram;
  readonly name: string;
  /** Where the text belongs, relative to the project or below the user's home. */
  readonly file: string;
  readonly text: string;
  /** Gives each new session of the program the context of the project, where the program has such a hook. */
  readonly hook: { readonly file: string; readonly text: string } | null;
};

/** Characters that a hook at the start of a session may print; Claude Code cuts longer output. */
export const MAX_HOOK_CHARS = 10_000;

/** What connects each program with the memory of the project in `folder`. */
export const connectSnippets = (folder: string): readonly ConnectSnippet[] => {
  const command = "satchel";
  const args = ["mcp", "--project", folder];
  const started = { command, args };
  const hook = json({
    hooks: {
      SessionStart: [
        { hooks: [{ type: "command", command: `satchel mcp --session-start --project ${quoted(folder)}` }] },
      ],
    },
  });
  const servers = json({ mcpServers: { satchel: started } });
  return [
    {
      program: "claude-code",
      name: "Claude Code",
      file: ".mcp.json",
      text: servers,
      hook: { file: ".claude/settings.json", text: hook },
    },
    {
      program: "codex",
      name: "Codex",
      file: "~/.codex/config.toml",
      text: `[mcp_servers.satchel]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map((arg) => JSON.stringify(arg)).join(", ")}]\n`,
      hook: { file: ".codex/hooks.json", text: hook },
    },
    { program: "cursor", name: "Cursor", file: ".cursor/mcp.json", text: servers, hook: null },
    {
      program: "gemini-cli",
      name: "Gemini CLI",
      file: ".gemini/settings.json",
      text: servers,
      hook: { file: ".gemini/settings.json", text: hook },
    },
    {
      program: "vscode",
      name: "VS Code",
      file: ".vscode/mcp.json",
      text: json({ servers: { satchel: { type: "stdio", ...started } } }),
      hook: null,
    },
    {
      program: "opencode",
      name: "opencode",
      file: "opencode.json",
      text: json({ mcp: { satchel: { type: "local", command: [command, ...args] } } }),
      hook: null,
    },
    {
      program: "zed",
      name: "Zed",
      file: ".zed/settings.json",
      text: json({ context_servers: { satchel: started } }),
      hook: null,
    },
  ];
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** For a POSIX shell; plain paths stay as they are. */
const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
