import { once } from "node:events";
import type { Client } from "#shared/contract/index.ts";
import type { WatchedSummary, WatchState } from "#shared/model/watched-request.ts";
import { watchSettings } from "#shared/model/watch-settings.ts";
import { type Command, UsageError } from "./command.ts";
import { readFlags, readPort } from "./read-flags.ts";
import type { Terminal } from "./terminal.ts";
import { projectFlags, withProject } from "./with-project.ts";

export const watch: Command = {
  name: "watch",
  usage: "watch ADDRESS [--port N] [--json] [--project DIR] [--data DIR]",
  summary:
    "Pass another program's requests on to one model server and show what is in them. Nothing of it is stored.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, {
      port: { type: "string" },
      json: { type: "boolean" },
      ...projectFlags,
    });
    const [upstream, extra] = positionals;
    if (upstream === undefined)
      throw new UsageError("Name the address of the model server, such as https://api.openai.com.");
    if (extra !== undefined) throw new UsageError(`"${extra}" is not expected here.`);
    const port = readPort(values.port);
    await withProject(values, terminal, (client) =>
      watchUntilStopped(client, { upstream, port, json: values.json === true }, terminal),
    );
    return 0;
  },
};

type Options = { readonly upstream: string; readonly port: number; readonly json: boolean };

const watchUntilStopped = async (
  client: Client,
  { upstream, port, json }: Options,
  terminal: Terminal,
): Promise<void> => {
  const { running } = await client.call("watch.start", { upstream, port });
  if (!running) return;
  const said = new Set<string>();
  let saying = Promise.resolve();
  const say = ({ requests }: WatchState) => {
    const ended = requests.filter(({ id, complete }) => complete && !said.has(id)).toReversed();
    for (const request of ended) {
      said.add(request.id);
      saying = saying.then(
        async () => void (await terminal.out(json ? `${JSON.stringify(request)}\n` : lineOf(request))),
      );
    }
  };
  const stop = client.on("watch.changed", () => {
    void client.call("watch.state", {}).then(say, () => {});
  });
  try {
    if (!json) await terminal.out(beginning(running.address, running.upstream));
    if (!terminal.stop.aborted) await once(terminal.stop, "abort");
  } finally {
    stop();
    await saying;
    // The folder stays open where a window has it, so the address is closed here.
    await client.call("watch.stop", {}, new AbortController().signal).catch(() => {});
  }
};

const beginning = (address: string, upstream: string): string =>
  [
    `Requests to ${address} go to ${upstream} until you press Ctrl-C.`,
    "",
    ...watchSettings(address).map(({ name, text }) => `  ${name.padEnd(14)} ${text}`),
    "",
    "",
  ].join("\n");

/** `14:03:11  200  claude-sonnet-4-5  12 parts  ~8,123 tokens  billed 8,201 (7,900 cached) + 120  $0.0123`. */
const lineOf = ({ at, status, model, path, tokens, usage, cost, outcome, ms }: WatchedSummary): string => {
  const number = (value: number) => value.toLocaleString("en");
  return `${[
    at.slice(11, 19),
    status === null ? outcome : String(status),
    model ?? path,
    ...(tokens === null ? [] : [`~${number(tokens)} tokens`]),
    ...(usage?.input == null
      ? []
      : [
          `billed ${number(usage.input)}${usage.cached ? ` (${number(usage.cached)} cached)` : ""} + ${number(usage.output ?? 0)}`,
        ]),
    ...(cost ? [`$${cost.dollars.toFixed(4)}`] : []),
    ...(ms === null ? [] : [`${number(ms)} ms`]),
  ].join("  ")}\n`;
};
