import { numberText, tokensText } from "#shared/model/number-text.ts";
import { type Command, UsageError } from "./command.ts";
import { contextTable } from "./context-table.ts";
import { expectNoMore, readFlags } from "./read-flags.ts";
import { projectFlags, withProject } from "./with-project.ts";

export const context: Command = {
  name: "context",
  usage:
    "context [--message TEXT] [--profile ID] [--model NAME] [--agent ID] [--session ID] [--window N] [--json] [--fail-over N] [--project DIR] [--data DIR]",
  summary:
    "Show what the prompt would contain and what it would leave out; exit code 1 when it has more than N tokens.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, {
      message: { type: "string", short: "m" },
      profile: { type: "string" },
      model: { type: "string" },
      agent: { type: "string" },
      session: { type: "string" },
      window: { type: "string" },
      json: { type: "boolean" },
      "fail-over": { type: "string" },
      ...projectFlags,
    });
    expectNoMore(positionals);
    const limit = wholeNumber("--fail-over", values["fail-over"]);
    const window = wholeNumber("--window", values.window);
    return withProject(values, terminal, async (client) => {
      const { message, profile, model, agent, session } = values;
      const input = {
        message,
        profile,
        model,
        agent,
        session,
        ...(window === undefined ? {} : { overrides: { window } }),
      };
      const { manifest } = await client.call("context.preview", { ...input, include: ["manifest"] });
      if (!manifest) throw new Error("A preview without its manifest.");
      if (values.json) await terminal.out(`${JSON.stringify(manifest)}\n`);
      else {
        const { findings } = await client.call("context.advice", input);
        await terminal.out(contextTable(manifest, findings));
      }
      const { used } = manifest.window;
      if (limit === undefined || used <= limit) return 0;
      terminal.err(
        `The prompt has ${tokensText(used, manifest.exact)} tokens, more than the ${numberText(limit)} that are allowed.\n`,
      );
      return 1;
    });
  },
};

const wholeNumber = (flag: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const number = Number(text.replaceAll(/[,_]/g, ""));
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new UsageError(`${flag} takes a whole number, not "${text}".`);
};
