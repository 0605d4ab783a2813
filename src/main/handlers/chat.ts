import type { chatRoutes } from "#shared/contract/chat.ts";
import type { Handlers } from "#shared/contract/index.ts";
import { lookAtPicture } from "../chat/look-at-picture.ts";
import { compactNow, previewCompaction } from "../chat/compact-now.ts";
import type { HandlerContext } from "./handler-context.ts";

export const chatHandlers = (context: HandlerContext): Handlers<typeof chatRoutes> => {
  const chat = () => context.project().talk.chat;
  const queues = () => context.project().talk.queues;
  const compactor = () => context.project().talk.compactor;
  return {
    "chat.send": ({ session, ...sent }) => chat().send(session, sent),
    "chat.enqueue": async ({ session, ...sent }) => ({ queue: await chat().enqueue(session, sent) }),
    "chat.editQueued": async ({ session, id, text }) => ({ queue: await queues().edit(session, id, text) }),
    "chat.moveQueued": async ({ session, id, to }) => ({ queue: await queues().move(session, id, to) }),
    "chat.removeQueued": async ({ session, id }) => ({ queue: await queues().remove(session, id) }),
    "chat.resumeQueue": async ({ session }) => ({ queue: await chat().resumeQueue(session) }),
    "chat.stop": ({ session }) => ({ stopped: chat().stop(session) }),
    "chat.state": async ({ session }) => ({
      running: chat().isRunning(session),
      approvals: [...context.project().talk.approvals.pending(session)],
      queue: await queues().of(session),
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
    "chat.keepPicture": async ({ name, data }) => ({
      picture: await context.project().talk.waiting.keep(name, Buffer.from(data, "base64")),
    }),
    "chat.picture": async ({ session, sha256 }) => {
      const bytes = await context.project().talk.attachments.bytesOf(session, sha256);
      const { type } = lookAtPicture(sha256, bytes);
      return { type, data: bytes.toString("base64") };
    },
    "chat.approve": async ({ approval, decision }) => {
      await context.project().talk.approvals.decide(approval, decision);
      return {};
    },
    "chat.previewCompaction": ({ session }) => previewCompaction(context.project(), session),
    "chat.compact": ({ session }, { signal }) => compactNow(context.project(), session, signal),
    "chat.undoCompaction": async ({ session }) => ({ restored: await compactor().undo(session) }),
  };
};
