import type { contextRoutes } from "#shared/contract/context.ts";
import { Failure, type Handlers } from "#shared/contract/index.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { changesBetween, withChanges } from "#shared/model/manifest-changes.ts";
import { abortSignal } from "../base/abort-signal.ts";
import { advise } from "../context/advice/advise.ts";
import { diffRuns } from "../context/runs/diff-runs.ts";
import { shapeOf } from "../context/runs/run-shape.ts";
import { dateIn } from "../base/date-in.ts";
import { builtin } from "../providers/builtin/builtin.ts";
import { toolUse } from "../sessions/tool-use.ts";
import type { HandlerContext } from "./handler-context.ts";
import { readLastTurn } from "../turns/last-turn.ts";

export const contextHandlers = (context: HandlerContext): Handlers<typeof contextRoutes> => ({
  ...previewHandler(context),
  "context.exactCount": async (input, { signal }) => {
    const { agents, context: assembler } = context.project();
    const { messages, tools, manifest } = await assembler.preview(input, signal);
    const agent = agents.get(manifest.agent);
    const provider = await context.providers.get(agent.provider ?? builtin.id);
    if (!provider.count || agent.model === null) {
      throw new Failure("no-exact-count", `${provider.name} does not count a prompt before it is sent.`);
    }
    const { max: window, reservedOutput: maxOutputTokens, used: ours } = manifest.window;
    const request = {
      model: agent.model,
      messages,
      tools,
      window,
      maxOutputTokens,
      purpose: "count",
    } as const;
    return { tokens: await provider.count(request, abortSignal(signal)), ours, provider: provider.name };
  },
  "context.runs": (filter) => ({ runs: context.project().runs.list(filter) }),
  "context.run": async ({ id }) => {
    const { messages, manifest } = await context.project().runs.read(id);
    return { messages: [...messages], manifest };
  },
  "context.diff": async ({ from, to }) => {
    const { runs } = context.project();
    const [before, after] = await Promise.all([runs.read(from), runs.read(to)]);
    return diffRuns(before.manifest, after.manifest);
  },
  "context.timeline": async (filter) => ({
    runs: (await context.project().runs.manifests(filter)).map(shapeOf),
  }),
  "context.lastTurn": ({ session }) => readLastTurn(context.project(), session),
  "context.advice": async (input, { signal }) => {
    const project = context.project();
    const { messages, manifest } = await project.context.preview(input, signal);
    const tools = await toolUse(project.sessions, manifest.agent);
    const date = dateIn(project.settings.get().timeZone, context.ports.clock.now());
    return { findings: [...advise({ manifest, messages, date, ...tools })] };
  },
  "context.lastRun": () => context.project().runs.lastSnapshot(),
  "context.reloadSoul": () => {
    context.project().context.reloadSoul();
    return {};
  },
});

/** Remembers the manifests it gave or was asked against last, so that a slider can ask for what changes. */
const previewHandler = (context: HandlerContext): Pick<Handlers<typeof contextRoutes>, "context.preview"> => {
  const given = new Map<string, Manifest>();
  const remember = (manifest: Manifest) => {
    given.delete(manifest.id);
    given.set(manifest.id, manifest);
    for (const id of given.keys()) if (given.size > REMEMBERED) given.delete(id);
  };
  const account = (manifest: Manifest, against: string | undefined) => {
    const base = against === undefined ? undefined : given.get(against);
    const changes = base && changesBetween(base, manifest);
    if (base) remember(base);
    // On top of the base: what did not change is kept once, however far a slider goes.
    remember(base && changes ? withChanges(base, changes) : manifest);
    return changes ? { changes } : { manifest };
  };
  return {
    "context.preview": async (input, { signal }) => {
      const { messages, manifest } = await context.project().context.preview(input, signal);
      return {
        ...(input.include.includes("messages") ? { messages: [...messages] } : {}),
        ...(input.include.includes("manifest") ? account(manifest, input.against) : {}),
      };
    },
  };
};

/** One of 10,000 files takes about ten megabytes. */
const REMEMBERED = 4;
