import { Failure } from "#shared/contract/index.ts";
import { streamLog } from "../../base/log.ts";
import { findHostPaths } from "../host-paths.ts";
import { nodePorts } from "../node-ports.ts";
import { createSharedCore } from "../shared-core.ts";
import { callLines } from "./call-lines.ts";
import { type Command, UsageError } from "./command.ts";
import { denyWhatNobodyAnswers } from "./deny-approvals.ts";
import { projectHere } from "./project-here.ts";
import { readFlags } from "./read-flags.ts";
import { stopTurns } from "./stop-turns.ts";

export const call: Command = {
  name: "call",
  usage: "call <method> [json] | call -  [--project DIR] [--data DIR]",
  summary: "Run a method and print its answer as JSON; with -, one request per line from standard input.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, {
      project: { type: "string" },
      data: { type: "string" },
    });
    const [method, json, ...more] = positionals;
    if (method === undefined) throw new UsageError("Name the method to call.");
    if (more.length > 0 || (method === "-" && json !== undefined)) {
      throw new UsageError(`"${more[0] ?? json}" is not expected here.`);
    }
    const input = json === undefined ? {} : parseJson(json);
    if (input === undefined) {
      terminal.err(`${JSON.stringify(notJson.toValue())}\n`);
      return 2;
    }

    const paths = findHostPaths(values.data);
    const log = streamLog((line) => terminal.err(line));
    const core = createSharedCore(nodePorts("cli", paths, log), paths);
    const letTurnsBe = stopTurns(core, terminal.stop, core.startedHere);
    try {
      const project = values.project ?? (method === "project.open" ? undefined : projectHere());
      if (project !== undefined) {
        const opened = await core.dispatch("project.open", { folder: project }, terminal.stop);
        if (!opened.ok) throw Failure.from(opened.error);
      }
      if (method === "-") {
        await callLines(core, terminal);
        return 0;
      }
      denyWhatNobodyAnswers(core, core.startedHere).nobodyIsThere();
      const reply = await core.dispatch(method, input, terminal.stop);
      if (!reply.ok) throw Failure.from(reply.error);
      await terminal.out(`${JSON.stringify(reply.value ?? null)}\n`);
      return 0;
    } finally {
      letTurnsBe();
      await core.close();
    }
  },
};

/** Wrong usage, but reported as a failure: the input may come from a program, which reads the code. */
const notJson = new Failure("invalid-json", "The input of a method must be valid JSON.");

const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};
