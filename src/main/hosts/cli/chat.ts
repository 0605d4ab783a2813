import { createPatch } from "diff";
import type { ApprovalDecision, ApprovalRequest, TurnEnd } from "#shared/contract/chat.ts";
import { type Client, Failure } from "#shared/contract/index.ts";
import { visiblePath, visibleText } from "#shared/model/visible-text.ts";
import { numberText, tokensText } from "#shared/model/number-text.ts";
import type { Command } from "./command.ts";
import { LineReader } from "./line-reader.ts";
import { expectNoMore, readFlags } from "./read-flags.ts";
import type { Terminal } from "./terminal.ts";
import { projectFlags, withProject } from "./with-project.ts";

export const chat: Command = {
  name: "chat",
  usage: "chat [-m TEXT] [--agent ID] [--session ID] [--project DIR] [--data DIR]",
  summary: "Talk to an agent. With -m, one question and its answer; without, until you enter an empty line.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, {
      message: { type: "string", short: "m" },
      agent: { type: "string" },
      session: { type: "string" },
      ...projectFlags,
    });
    expectNoMore(positionals);
    return withProject(values, terminal, async (client) => {
      const { agent, message } = values;
      const session = values.session ?? (await client.call("sessions.create", { agent })).session.id;
      const lines = new LineReader(terminal.input);
      listen(client, session, lines, terminal);
      const ok =
        message === undefined
          ? await talk(client, session, lines, terminal)
          : await turn(client, session, message, terminal);
      lines.close();
      terminal.err(`session ${session}\n`);
      return ok ? 0 : 1;
    });
  },
};

/** Prints the answer as it arrives, and asks the user to approve tool calls. */
const listen = (client: Client, session: string, lines: LineReader, terminal: Terminal) => {
  // The core may belong to a different process, which has conversations of its own.
  const isOurs = (event: { readonly session: string }) => event.session === session;
  client.on("chat.delta", (event) => {
    const { kind, text } = event;
    if (isOurs(event) && kind === "text") void terminal.out(text);
  });
  client.on("chat.retrying", (event) => {
    const { failure, delay } = event;
    if (isOurs(event)) terminal.err(`\n${failure.message} Trying again in ${delay / 1000} s.\n`);
  });
  client.on("chat.entry", (event) => {
    const { entry } = event;
    if (isOurs(event) && entry.type === "tool_use")
      terminal.err(`\n[${entry.name} ${JSON.stringify(entry.args)}]\n`);
  });
  client.on("chat.approval", (request) => {
    if (isOurs(request)) void decide(client, request, lines, terminal);
  });
  terminal.stop.addEventListener("abort", () => {
    lines.close();
    void client.call("chat.stop", { session }, notStopped);
  });
};

/** Ctrl-C does not interrupt the stopping itself. */
const notStopped = new AbortController().signal;

const decide = async (
  client: Client,
  { id, tool, args, change, secret }: ApprovalRequest,
  lines: LineReader,
  terminal: Terminal,
) => {
  const what = change
    ? `${visiblePath(change.path)}\n${visibleText(difference(change))}`
    : `${visibleText(JSON.stringify(args))}\n`;
  const why = secret === null ? "" : `${visiblePath(secret)} looks like a secret.\n`;
  terminal.err(`\n${tool} ${what}${why}Allow? [y]es, [a]lways, [n]o: `);
  const decision = decisionOf(await lines.next());
  await client.call("chat.approve", { approval: id, decision });
};

/** Removed and added lines, with two lines of context around each, without the patch heading. */
const difference = ({ path, before, after }: NonNullable<ApprovalRequest["change"]>): string =>
  createPatch(path, before ?? "", after, "", "", { context: 2 })
    .split("\n")
    .slice(4)
    .join("\n");

/** Denied when no one can answer (stdin is closed) and by anything that is not a clear yes. */
const decisionOf = (answer: string | null): ApprovalDecision => {
  const word = answer?.trim().toLowerCase() ?? "";
  if (word === "a" || word === "always") return "always";
  return word === "y" || word === "yes" ? "once" : "deny";
};

const talk = async (
  client: Client,
  session: string,
  lines: LineReader,
  terminal: Terminal,
): Promise<boolean> => {
  terminal.err("An empty line ends the conversation.\n");
  for (;;) {
    terminal.err("> ");
    const text = (await lines.next()) ?? "";
    if (text.trim() === "" || terminal.stop.aborted) return true;
    await turn(client, session, text, terminal);
  }
};

/** Whether the turn succeeded. A failed turn prints the reason; the messages so far are in the session. */
const turn = async (client: Client, session: string, text: string, terminal: Terminal): Promise<boolean> => {
  const end: TurnEnd = await client.call("chat.send", { session, text }, notStopped);
  await terminal.out("\n");
  if (end.readLess) {
    const { read, sent, exact, fix } = end.readLess;
    terminal.err(`The server read ${numberText(read)} of ${tokensText(sent, exact)} tokens. ${fix}\n`);
  }
  if (end.failure)
    terminal.err(`${JSON.stringify(new Failure(end.failure.code, end.failure.message).toValue())}\n`);
  return end.status === "finished";
};
