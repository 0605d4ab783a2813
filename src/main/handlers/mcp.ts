import { homedir } from "node:os";
import type { Handlers } from "#shared/contract/index.ts";
import type { mcpRoutes } from "#shared/contract/mcp.ts";
import { abortSignal } from "../base/abort-signal.ts";
import { foundDraft, foundServers } from "../mcp/client/found-servers.ts";
import { mcpOverview } from "../project/mcp-overview.ts";
import type { HandlerContext } from "./handler-context.ts";

export const mcpHandlers = (context: HandlerContext): Handlers<typeof mcpRoutes> => {
  const { mcp } = context;
  const places = () => ({ home: homedir(), project: context.currentProject()?.folder ?? null });
  const overview = () => mcpOverview(context, context.currentProject());
  return {
    "mcp.list": overview,
    "mcp.save": async (draft) => {
      await mcp.save(draft);
      return overview();
    },
    "mcp.found": async () => ({ found: [...(await foundServers(places(), mcp.ids()))] }),
    "mcp.take": async ({ file, name, shown }) => {
      await mcp.take(await foundDraft(places(), file, name), shown);
      return overview();
    },
    "mcp.remove": async ({ id }) => {
      await mcp.remove(id);
      return overview();
    },
    "mcp.restore": async ({ id }) => {
      await mcp.restore(id);
      return overview();
    },
    "mcp.test": (draft) => mcp.test(draft),
    "mcp.enable": async ({ id, enabled, agent }) => {
      const of = agent === undefined ? null : { project: context.project().folder, agent };
      await mcp.enable(id, enabled, of);
      return overview();
    },
    "mcp.keep": async ({ id, tool, keep }) => {
      await mcp.keep(id, tool, keep);
      return overview();
    },
    "mcp.allowQuestions": async ({ id, allowed }) => {
      await mcp.allowQuestions(id, allowed);
      return overview();
    },
    "mcp.offers": ({ agent }) => mcp.offers(context.currentProject()?.folder ?? null, agent),
    "mcp.resource": ({ server, uri }, { signal }) => mcp.resource(server, uri, abortSignal(signal)),
    "mcp.prompt": ({ server, name, args }, { signal }) =>
      // Names are the server's; defines each as a property of its own.
      mcp.prompt(
        server,
        name,
        Object.fromEntries(args.map((one) => [one.name, one.value])),
        abortSignal(signal),
      ),
    "mcp.questions": () => Promise.resolve({ questions: [...mcp.questions()] }),
    "mcp.answer": async (given) => {
      await mcp.answer(given);
      return {};
    },
    "mcp.restart": async ({ id }) => {
      await mcp.restart(id);
      return overview();
    },
    "mcp.log": ({ id }) => Promise.resolve({ lines: [...mcp.log(id)] }),
  };
};
