import type { contextRoutes } from "#shared/contract/context.ts";
import type { Handlers } from "#shared/contract/index.ts";
import { adviseOnNext } from "../context/advice/advise-on-next.ts";
import { countBefore, exactCount } from "../context/exact-count.ts";
import { KnownManifests } from "../context/known-manifests.ts";
import { readTimeline } from "../turns/read-timeline.ts";
import { readLastTurn } from "../turns/last-turn.ts";
import type { HandlerContext } from "./handler-context.ts";

export const contextHandlers = (context: HandlerContext): Handlers<typeof contextRoutes> => {
  const known = new KnownManifests();
  const assembler = () => context.project().context;
  const runs = () => context.project().runs;
  const calls = () => context.project().calls;
  return {
    "context.preview": async (input, { signal }) =>
      known.shown(await assembler().preview(input, signal), input),
    "context.exactCount": (input, { signal }) => exactCount(context.project(), input, signal),
    "context.countBefore": (input, { signal }) => countBefore(context.project(), input, signal),
    "context.runs": (filter) => ({ runs: runs().list(filter) }),
    "context.run": async ({ id }) => {
      const { messages, manifest } = await runs().read(id);
      return { messages: [...messages], manifest };
    },
    "context.calls": (filter) => ({ calls: calls().list(filter) }),
    "context.call": async ({ id }) => {
      const { messages, reply } = await calls().read(id);
      return { messages: [...messages], reply };
    },
    "context.diff": ({ from, to }) => runs().diff(from, to),
    "context.timeline": async (filter) => ({ runs: [...(await readTimeline(context.project(), filter))] }),
    "context.lastTurn": ({ session }) => readLastTurn(context.project(), session),
    "context.advice": async (input, { signal }) => ({
      findings: [...(await adviseOnNext(context.project(), input, signal))],
    }),
    "context.lastRun": () => runs().lastSnapshot(),
    "context.reloadSoul": () => {
      assembler().reloadSoul();
      return {};
    },
  };
};
