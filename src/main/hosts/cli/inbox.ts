import type { Client } from "#shared/contract/index.ts";
import { type Command, UsageError } from "./command.ts";
import { expectNoMore, readFlags } from "./read-flags.ts";
import { projectFlags, withProject } from "./with-project.ts";

export const inbox: Command = {
  name: "inbox",
  usage: "inbox [--accept ID [--text TEXT] | --decline ID] [--project DIR] [--data DIR]",
  summary: "Show what other programs propose to remember, and accept, change or decline it.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, {
      accept: { type: "string" },
      text: { type: "string" },
      decline: { type: "string" },
      ...projectFlags,
    });
    expectNoMore(positionals);
    const { accept, decline, text } = values;
    if (accept !== undefined && decline !== undefined) throw new UsageError("Accept or decline, not both.");
    if (text !== undefined && accept === undefined) throw new UsageError("--text goes with --accept.");
    await withProject(values, terminal, async (client) => {
      if (accept !== undefined) {
        const { path } = await client.call("sharing.accept", { id: accept, text });
        return terminal.out(`Written to ${path}.\n`);
      }
      if (decline !== undefined) {
        await client.call("sharing.decline", { id: decline });
        return terminal.out("Declined.\n");
      }
      return terminal.out(await listed(client));
    });
    return 0;
  },
};

const listed = async (client: Client): Promise<string> => {
  const { proposals } = await client.call("sharing.inbox", {});
  if (proposals.length === 0) return "Nothing waits.\n";
  const lines: string[] = [];
  for (const { id, at, client: name, door, agent, text } of proposals) {
    const { path, line, before, after, exact, pushedOut } = await client.call("sharing.effect", { id });
    const about = exact ? "" : "~";
    const gone = pushedOut.map(({ source, tokens }) => `${source} (${about}${tokens})`).join(", ");
    lines.push(
      `${id}  ${at.slice(0, 16).replace("T", " ")}  ${name} (${door}, outside) for ${agent}\n`,
      `  ${text}\n`,
      `  to ${path}: ${about}${line} tokens, ${about}${after - before} more in every message`,
      gone === "" ? "\n" : `; less of ${gone}\n`,
    );
  }
  return lines.join("");
};
