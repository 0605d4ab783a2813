import type { Client } from "#shared/contract/index.ts";
import { teamRole } from "#shared/model/team.ts";
import { type Command, UsageError } from "./command.ts";
import { LineReader } from "./line-reader.ts";
import { readFlags } from "./read-flags.ts";
import type { Terminal } from "./terminal.ts";
import { withCore } from "./with-core.ts";

const WORDS = ["init", "update", "invite", "join", "use", "status", "export", "doctor", "leave"] as const;
type Word = (typeof WORDS)[number];

type Given = {
  readonly url?: string | undefined;
  readonly team?: string | undefined;
  readonly space?: string | undefined;
  readonly name?: string | undefined;
  readonly role?: string | undefined;
  readonly project?: string | undefined;
  readonly data?: string | undefined;
  readonly "only-here": boolean;
};

export const team: Command = {
  name: "team",
  usage:
    "team init --url postgres://… --team NAME --space NAME --name YOU | team invite [--role member] | team join --name YOU < INVITATION | team use --project DIR | team status | team export | team doctor | team update --url … | team leave [--only-here]   [--space NAME] [--data DIR]",
  summary: "Share a memory with other people on a PostgreSQL server of yours.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, {
      url: { type: "string" },
      team: { type: "string" },
      space: { type: "string" },
      name: { type: "string" },
      role: { type: "string" },
      project: { type: "string" },
      data: { type: "string" },
      "only-here": { type: "boolean", default: false },
    });
    const [word, ...more] = positionals;
    const known = WORDS.find((each) => each === word);
    if (!known || more.length > 0) throw new UsageError(`Say one of: ${WORDS.join(", ")}.`);
    return withCore(values, terminal, (client) => run(known, values, client, terminal));
  },
};

const run = async (word: Word, given: Given, client: Client, terminal: Terminal): Promise<number> => {
  switch (word) {
    case "init": {
      const { space } = await client.call("team.init", {
        url: needed(given.url, "--url postgres://owner:password@host:5432/database"),
        team: needed(given.team, "--team NAME"),
        name: needed(given.space, "--space NAME"),
        memberName: needed(given.name, "--name YOU"),
      });
      await terminal.out(`The space is ready (${space}). Invite people with: satchel team invite\n`);
      return 0;
    }
    case "update": {
      const { from, to } = await client.call("team.update", { url: needed(given.url, "--url postgres://…") });
      await terminal.out(
        from === to ? `The schema is up to date (${to}).\n` : `The schema went from ${from} to ${to}.\n`,
      );
      return 0;
    }
    case "join": {
      const invitation = await firstLine(terminal);
      await client.call("team.join", { invitation, memberName: needed(given.name, "--name YOU") });
      return status(client, terminal);
    }
    case "status":
      return status(client, terminal);
    case "invite": {
      const role = teamRole.safeParse(given.role ?? "member");
      if (!role.success) throw new UsageError(`--role is one of: ${teamRole.options.join(", ")}.`);
      const { space } = await chosen(client, given.space);
      const { invitation } = await client.call("team.invite", { space, role: role.data });
      await terminal.out(`${invitation}\n`);
      return 0;
    }
    case "use": {
      const { space, name } = await chosen(client, given.space);
      await client.call("project.open", { folder: needed(given.project, "--project DIR") });
      await client.call("team.use", { space });
      await terminal.out(`The project uses the team space ${name}.\n`);
      return 0;
    }
    case "export": {
      const { space } = await chosen(client, given.space);
      const { text } = await client.call("team.export", { space });
      await terminal.out(text);
      return 0;
    }
    case "leave": {
      const { space, name } = await chosen(client, given.space);
      await client.call("team.leave", { space, onlyHere: given["only-here"] });
      await terminal.out(`You left the team space ${name}.\n`);
      return 0;
    }
    case "doctor":
      return doctor(client, terminal, given.space);
  }
};

const status = async (client: Client, terminal: Terminal): Promise<number> => {
  const { spaces } = await client.call("team.spaces", {});
  if (spaces.length === 0) await terminal.out("You are in no team space.\n");
  for (const { name, memberName, role, address, folders } of spaces)
    await terminal.out(
      `${name}  as ${memberName} (${role})  on ${address}${folders.map((folder) => `\n  used by ${folder}`).join("")}\n`,
    );
  return 0;
};

/** Asks the server, and says what would keep a change from arriving. */
const doctor = async (client: Client, terminal: Terminal, name: string | undefined): Promise<number> => {
  const { space, name: shown } = await chosen(client, name);
  const { members } = await client.call("team.members", { space });
  const { entries } = await client.call("team.outbox", { space });
  await terminal.out(
    `${shown}: the server answers, ${members.filter(({ leftAt }) => leftAt === null).length} members.\n`,
  );
  for (const { at, kind, state, message, text } of entries)
    await terminal.out(
      `${state}  ${at.slice(0, 16).replace("T", " ")}  ${kind}  ${message ?? ""}\n  ${text}\n`,
    );
  return entries.some(({ state }) => state === "refused") ? 1 : 0;
};

const chosen = async (client: Client, name: string | undefined) => {
  const { spaces } = await client.call("team.spaces", {});
  const fitting = spaces.filter((each) => name === undefined || each.name === name || each.space === name);
  const [only, ...others] = fitting;
  if (!only)
    throw new UsageError(
      name === undefined ? "You are in no team space." : `You are in no space called ${name}.`,
    );
  if (others.length > 0)
    throw new UsageError(`Say which with --space: ${fitting.map((each) => each.name).join(", ")}.`);
  return only;
};

/** From standard input, so that it is in no list of processes and in no history of a shell. */
const firstLine = async (terminal: Terminal): Promise<string> => {
  const reader = new LineReader(terminal.input);
  const line = (await reader.next())?.trim();
  reader.close();
  if (line) return line;
  throw new UsageError("Give the invitation on standard input.");
};

const needed = (value: string | undefined, flag: string): string => {
  if (value !== undefined && value !== "") return value;
  throw new UsageError(`Say ${flag}.`);
};
