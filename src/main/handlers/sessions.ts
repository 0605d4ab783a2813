import type { Handlers } from "#shared/contract/index.ts";
import type { sessionsRoutes } from "#shared/contract/sessions.ts";
import { closeSession } from "../chat/close-session.ts";
import { exportSession } from "../sessions/export-session.ts";
import { importSession } from "../sessions/import-session.ts";
import { removeSession, undoRemoval } from "../sessions/removed-sessions.ts";
import type { HandlerContext } from "./handler-context.ts";

export const sessionsHandlers = (context: HandlerContext): Handlers<typeof sessionsRoutes> => {
  const all = () => context.project().sessions;
  const chat = () => context.project().talk.chat;
  const agentOf = (id: string | undefined) => context.project().agents.get(id);
  return {
    "sessions.list": async (filter) => ({ sessions: await all().list(filter) }),
    "sessions.create": async ({ agent, kind, title }) => ({
      session: await all().create(agentOf(agent), kind, title),
    }),
    "sessions.read": ({ session }) => all().open(session),
    "sessions.rename": async ({ session, title }) => ({ session: await all().update(session, { title }) }),
    "sessions.update": async ({ session, pinned, archived, choice, labels }) => ({
      session: await all().update(session, {
        ...(pinned === undefined ? {} : { pinned }),
        ...(archived === undefined ? {} : { archived }),
        ...(choice === undefined ? {} : { choice }),
        ...(labels === undefined ? {} : { labels }),
      }),
    }),
    "sessions.renameLabel": async ({ from, to }) => ({ before: await all().renameLabel(from, to) }),
    "sessions.setLabels": async ({ sessions }) => {
      await Promise.all(sessions.map(({ session, labels }) => all().update(session, { labels })));
      return {};
    },
    "sessions.updateIndex": async ({ session, summary }) => ({
      session: await all().setSummary(session, summary),
    }),
    "sessions.pinMessage": async ({ session, message, pinned }) => ({
      pinnedMessages: [...(await all().pinMessage(session, message, pinned))],
    }),
    "sessions.remove": ({ session }) => removeSession(context.project(), session, (id) => chat().end(id)),
    "sessions.undoRemove": ({ undo }) => undoRemoval(context.project(), undo),
    "sessions.search": async ({ query, limit }) => ({ hits: [...(await all().search(query, limit))] }),
    "sessions.export": ({ session, format }) =>
      exportSession(all(), session, format, context.project().settings.get().timeZone),
    "sessions.import": ({ agent, text }) => importSession(all(), agentOf(agent), text),
    "sessions.close": async ({ session }) => ({ commit: await closeSession(context.project(), session) }),
  };
};
