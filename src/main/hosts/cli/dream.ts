import type { DreamCandidate, Sweep } from "#shared/contract/dream.ts";
import type { Command } from "./command.ts";
import { expectNoMore, readFlags } from "./read-flags.ts";
import { projectFlags, withProject } from "./with-project.ts";

export const dream: Command = {
  name: "dream",
  usage: "dream [--apply] [--agent ID] [--json] [--project DIR] [--data DIR]",
  summary: "Show what a dream would move into MEMORY.md and why; with --apply, do it.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, {
      apply: { type: "boolean" },
      agent: { type: "string" },
      json: { type: "boolean" },
      ...projectFlags,
    });
    expectNoMore(positionals);
    const { agent } = values;
    return withProject(values, terminal, async (client) => {
      if (values.apply) {
        const sweep = await client.call("dream.run", { agent });
        await terminal.out(values.json ? `${JSON.stringify(sweep)}\n` : swept(sweep));
        return 0;
      }
      const { candidates } = await client.call("dream.preview", { agent });
      await terminal.out(values.json ? `${JSON.stringify({ candidates })}\n` : listed(candidates));
      return 0;
    });
  },
};

const listed = (candidates: readonly DreamCandidate[]) => {
  if (candidates.length === 0) return "Nothing was recalled yet, so there is nothing to dream of.\n";
  const wanted = candidates.filter(({ verdict }) => verdict === "promote").length;
  const lines = candidates.map(
    ({ verdict, score, fact, reason }) =>
      `${verdict === "promote" ? "+" : " "} ${score.toFixed(2)}  ${fact}\n        ${reason}\n`,
  );
  return `${lines.join("")}\n${wanted} of ${candidates.length} would be promoted. Run with --apply to do it.\n`;
};

const swept = ({ promoted, candidates, skipped }: Sweep) =>
  `${promoted.map(({ fact }) => `+ ${fact}\n`).join("")}Promoted ${promoted.length} of ${candidates}; ${skipped} were before.\n`;
