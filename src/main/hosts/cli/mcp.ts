import { MAX_HOOK_CHARS } from "#shared/model/connect-snippet.ts";
import { findHostPaths } from "../host-paths.ts";
import type { Command } from "./command.ts";
import { expectNoMore, readFlags } from "./read-flags.ts";
import { projectFlags, withProject } from "./with-project.ts";

export const mcp: Command = {
  name: "mcp",
  usage: "mcp [--session-start] [--agent ID] [--project DIR] [--data DIR]",
  summary:
    "Serve the project's memory to another program over MCP, on standard input and output. --session-start prints its context once, for a hook of that program.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, {
      "session-start": { type: "boolean" },
      agent: { type: "string" },
      ...projectFlags,
    });
    expectNoMore(positionals);
    const { version } = findHostPaths(values.data);
    if (values["session-start"]) {
      await withProject(values, terminal, async (client) => {
        const asked = { agent: values.agent, task: FIRST_TASK, tokens: SESSION_START_TOKENS };
        const { text } = await client.call("sharing.context", asked);
        await terminal.out(sessionStart(text));
      });
      return 0;
    }
    const { serveMemoryOnStreams } = await import("../../mcp/server/serve-memory.ts");
    await withProject(values, terminal, (client) =>
      serveMemoryOnStreams(
        { client, version, agent: values.agent },
        { input: process.stdin, output: process.stdout, stop: terminal.stop },
      ),
    );
    return 0;
  },
};

const FIRST_TASK = "A new session begins.";
const SESSION_START_TOKENS = 2_000;

/** What a hook at the start of a session prints, in the form of Claude Code and Gemini CLI, under their limit. */
export const sessionStart = (text: string): string => {
  let end = Math.min(text.length, MAX_HOOK_CHARS);
  for (;;) {
    const additionalContext = end < text.length ? `${whole(text, end)}\n[cut]\n` : text;
    const said = { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext } };
    const line = `${JSON.stringify(said)}\n`;
    if (line.length < MAX_HOOK_CHARS) return line;
    // Characters that JSON escapes take up to six; nine tenths at a time ends after a few steps.
    end = Math.floor(end * 0.9);
  }
};

/** Does not end between the halves of a character. */
const whole = (text: string, end: number): string =>
  text.slice(0, /[\uD800-\uDBFF]/.test(text[end - 1] ?? "") ? end - 1 : end);
