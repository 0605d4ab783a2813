import type { Handlers } from "#shared/contract/index.ts";
import type { sessionsRoutes } from "#shared/contract/sessions.ts";
import { parseExport } from "../sessions/import-session.ts";
import { sessionAsJson, sessionAsMarkdown } from "../sessions/export-session.ts";
import type { HandlerContext } from "./handler-context.ts";
import { removeSession, undoRemoval } from "./removed-sessions.ts";

export const sessionsHandlers = (context: HandlerContext): Handlers<typeof sessionsRoutes> => {
  const all = () => context.project().sessions;
  return {
    "sessions.list": async (filter) => ({ sessions: await all().list(filter) }),
    "sessions.create": async ({ agent, kind, title }) => {
      const { agents, sessions, events } = context.project();
      const session = await sessions.create(agents.get(agent), kind, title);
      events.publish({ event: "sessions.changed", session });
      return { session };
    },
    "sessions.read": async ({ session }) => {
      await all().recover(session);
      return all().read(session);
    },
    "sessions.rename": async ({ session, title }) => ({ session: await all().update(session, { title }) }),
    "sessions.update": async ({ session, pinned, archived }) => ({
      session: await all().update(session, {
        ...(pinned === undefined ? {} : { pinned }),
        ...(archived === undefined ? {} : { archived }),
      }),
    }),
    "sessions.updateIndex": async ({ session, summary }) => ({
      session: await all().setSummary(session, summary),
    }),
    "sessions.pinMessage": async ({ session, message, pinned }) => ({
      pinnedMessages: [...(await all().pinMessage(session, message, pinned))],
    }),
    "sessions.remove": async ({ session }) => removeSession(context, session),
    "sessions.undoRemove": ({ undo }) => undoRemoval(context, undo),
    "sessions.search": async ({ query, limit }) => {
      const hits = await all().search(query, limit);
      const both = await Promise.all([false, true].map((archived) => all().list({ archived })));
      const titles = new Map(both.flat().map(({ id, title }) => [id, title]));
      return { hits: hits.map((hit) => ({ ...hit, title: titles.get(hit.session) ?? "" })) };
    },
    "sessions.export": async ({ session, format }) => {
      const info = await all().info(session);
      const name = (info.title || "conversation").replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60);
      if (format === "markdown") {
        const { entries } = await all().read(session);
        return { name: `${name}.md`, text: sessionAsMarkdown(info, entries) };
      }
      const { log } = await all().load(session);
      return { name: `${name}.json`, text: sessionAsJson(info, log) };
    },
    "sessions.import": async ({ agent, text }) => {
      const { agents, sessions } = context.project();
      const { exported, broken } = parseExport(text);
      const created = await sessions.create(agents.get(agent), exported.kind, exported.title);
      await sessions.append(created.id, exported.entries);
      return { session: await sessions.info(created.id), broken: [...broken] };
    },
    "sessions.close": async ({ session }) => {
      const { history, sessions, talk } = context.project();
      const agent = await sessions.agentOf(session);
      talk.chat.stop(session);
      return { commit: await history.commitSessionClose(agent, session) };
    },
  };
};
