import type { chatRoutes } from "#shared/contract/chat.ts";
import type { Handlers } from "#shared/contract/index.ts";
import { abortSignal } from "../base/abort-signal.ts";
import type { HandlerContext } from "./handler-context.ts";

export const chatHandlers = (context: HandlerContext): Handlers<typeof chatRoutes> => {
  const chat = () => context.project().talk.chat;
  const compactor = () => context.project().talk.compactor;
  const agentOf = (session: string) => context.project().sessions.agentOf(session);
  return {
    "chat.send": ({ session, ...sent }) => chat().send(session, sent),
    "chat.stop": ({ session }) => ({ stopped: chat().stop(session) }),
    "chat.state": ({ session }) => ({
      running: chat().isRunning(session),
      approvals: [...context.project().talk.approvals.pending(session)],
    }),
    "chat.edit": ({ session, message, text }) => chat().edit(session, message, text),
    "chat.refit": ({ session, message, files }) => chat().refit(session, message, files),
    "chat.regenerate": ({ session, message }) => chat().regenerate(session, message),
    "chat.continue": ({ session }) => chat().continue(session),
    "chat.branch": async ({ session, entry }) => {
      await chat().branch(session, entry);
      return {};
    },
    "chat.clear": async ({ session }) => ({ from: await chat().clear(session) }),
    "chat.approve": async ({ approval, decision }) => {
      await context.project().talk.approvals.decide(approval, decision);
      return {};
    },
    "chat.previewCompaction": async ({ session }) => {
      const plan = await compactor().plan(session, await agentOf(session));
      return {
        summarised: plan.summarise.map(({ id }) => id),
        kept: plan.keep.map(({ id }) => id),
        tokens: plan.tokens,
        reason: plan.reason,
      };
    },
    "chat.compact": async ({ session }, { signal }) => {
      // What it freed is what the meter moves by, so it is read where the meter reads.
      const used = async () => {
        const input = { message: "", session, include: ["manifest" as const] };
        return (await context.project().context.preview({ ...input, include: ["manifest"] }, signal)).manifest
          .window.used;
      };
      const before = await used();
      const done = await compactor().compact(session, await agentOf(session), abortSignal(signal));
      return { summarised: done.summarised, freed: Math.max(0, before - (await used())) };
    },
    "chat.undoCompaction": async ({ session }) => ({ restored: await compactor().undo(session) }),
  };
};
