import type { contextRoutes } from "#shared/contract/context.ts";
import { Failure, type Handlers } from "#shared/contract/index.ts";
import { abortSignal } from "../base/abort-signal.ts";
import { advise } from "../context/advice/advise.ts";
import { KnownManifests } from "../context/known-manifests.ts";
import { diffRuns } from "../context/runs/diff-runs.ts";
import { shapeOf } from "../context/runs/run-shape.ts";
import { dateIn } from "../base/date-in.ts";
import { builtin } from "../providers/builtin/builtin.ts";
import { toolUse } from "../sessions/tool-use.ts";
import type { HandlerContext } from "./handler-context.ts";
import { readLastTurn } from "../turns/last-turn.ts";

export const contextHandlers = (context: HandlerContext): Handlers<typeof contextRoutes> => ({
  ...previewHandler(context, new KnownManifests()),
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
  "context.calls": (filter) => ({ calls: context.project().calls.list(filter) }),
  "context.call": async ({ id }) => {
    const { messages, reply } = await context.project().calls.read(id);
    return { messages: [...messages], reply };
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

const previewHandler = (
  context: HandlerContext,
  known: KnownManifests,
): Pick<Handlers<typeof contextRoutes>, "context.preview"> => ({
  "context.preview": async (input, { signal }) => {
    const { messages, manifest } = await context.project().context.preview(input, signal);
    return {
      ...(input.include.includes("messages") ? { messages: [...messages] } : {}),
      ...(input.include.includes("manifest") ? known.answer(manifest, input.against) : {}),
    };
  },
});
