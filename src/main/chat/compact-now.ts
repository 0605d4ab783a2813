import type { Signal } from "#shared/contract/signal.ts";
import { abortSignal } from "../base/abort-signal.ts";
import type { Context } from "../context/context.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Compactor } from "./compactor.ts";

type Rooms = {
  readonly sessions: Sessions;
  readonly context: Context;
  readonly talk: { readonly compactor: Compactor };
};

/** What a compaction by hand would summarise and keep. Changes nothing. */
export const previewCompaction = async ({ sessions, talk }: Rooms, session: string) => {
  const plan = await talk.compactor.plan(session, await sessions.agentOf(session));
  return {
    summarised: plan.summarise.map(({ id }) => id),
    kept: plan.keep.map(({ id }) => id),
    tokens: plan.tokens,
    reason: plan.reason,
  };
};

/** Compacts at the user's request. `freed` is what the meter moves by, so it is measured as the meter does. */
export const compactNow = async (
  { sessions, context, talk }: Rooms,
  session: string,
  signal: Signal,
): Promise<{ summarised: number; freed: number; exact: boolean }> => {
  const look = async () =>
    (await context.preview({ message: "", session, include: ["manifest"] }, signal)).manifest;
  const before = await look();
  const agent = await sessions.agentOf(session);
  const { summarised } = await talk.compactor.compact(session, agent, abortSignal(signal));
  const after = await look();
  return {
    summarised,
    freed: Math.max(0, before.window.used - after.window.used),
    exact: before.exact && after.exact,
  };
};
