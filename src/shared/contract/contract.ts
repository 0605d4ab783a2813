import type { z } from "zod";
import { chatEvents, chatRoutes } from "./chat.ts";
import { agentsRoutes } from "./agents.ts";
import { appEvents, appRoutes } from "./app.ts";
import { budgetRoutes } from "./budget.ts";
import { changesEvents, changesRoutes } from "./changes.ts";
import { dreamEvents, dreamRoutes } from "./dream.ts";
import { foldersRoutes } from "./folders.ts";
import { historyEvents, historyRoutes } from "./history.ts";
import { importersEvents, importersRoutes } from "./importers.ts";
import { influenceEvents, influenceRoutes } from "./influence.ts";
import { linkRoutes } from "./links.ts";
import { contextEvents, contextRoutes } from "./context.ts";
import { memoryGraphRoutes } from "./memory-graph.ts";
import { memoryLifeEvents, memoryLifeRoutes } from "./memory-life.ts";
import { profilesRoutes } from "./profiles.ts";
import { memoryEvents, memoryRoutes } from "./memory.ts";
import { mcpEvents, mcpRoutes } from "./mcp.ts";
import { modelFilesEvents, modelFilesRoutes } from "./model-files.ts";
import { promptsRoutes } from "./prompts.ts";
import { projectEvents, projectRoutes } from "./project.ts";
import { providersEvents, providersRoutes } from "./providers.ts";
import { readersEvents, readersRoutes } from "./readers.ts";
import { sessionsEvents, sessionsRoutes } from "./sessions.ts";
import { settingsEvents, settingsRoutes } from "./settings.ts";
import { sharingEvents, sharingRoutes } from "./sharing.ts";
import { teamEvents, teamRoutes } from "./team.ts";
import { tokensEvents, tokensRoutes } from "./tokens.ts";
import { toolsRoutes } from "./tools.ts";
import { watchEvents, watchRoutes } from "./watch.ts";
import { trashRoutes } from "./trash.ts";
import { trialsEvents, trialsRoutes } from "./trials.ts";
import { workspaceEvents, workspaceRoutes } from "./workspace.ts";

/** Every method of the core, one file per noun. */
export const contract = {
  ...agentsRoutes,
  ...appRoutes,
  ...budgetRoutes,
  ...changesRoutes,
  ...trashRoutes,
  ...dreamRoutes,
  ...foldersRoutes,
  ...historyRoutes,
  ...importersRoutes,
  ...influenceRoutes,
  ...linkRoutes,
  ...contextRoutes,
  ...memoryGraphRoutes,
  ...memoryLifeRoutes,
  ...profilesRoutes,
  ...memoryRoutes,
  ...projectRoutes,
  ...promptsRoutes,
  ...settingsRoutes,
  ...sessionsRoutes,
  ...chatRoutes,
  ...mcpRoutes,
  ...modelFilesRoutes,
  ...providersRoutes,
  ...readersRoutes,
  ...sharingRoutes,
  ...teamRoutes,
  ...tokensRoutes,
  ...toolsRoutes,
  ...trialsRoutes,
  ...watchRoutes,
  ...workspaceRoutes,
};

/** Every event of the core. On the wire an event is `{event: name, ...fields}`. */
export const events = {
  ...appEvents,
  ...changesEvents,
  ...dreamEvents,
  ...historyEvents,
  ...importersEvents,
  ...influenceEvents,
  ...memoryLifeEvents,
  ...contextEvents,
  ...memoryEvents,
  ...projectEvents,
  ...settingsEvents,
  ...sessionsEvents,
  ...chatEvents,
  ...mcpEvents,
  ...modelFilesEvents,
  ...providersEvents,
  ...readersEvents,
  ...sharingEvents,
  ...teamEvents,
  ...tokensEvents,
  ...trialsEvents,
  ...watchEvents,
  ...workspaceEvents,
};

export type Contract = typeof contract;
export type Method = keyof Contract;
export type EventName = keyof typeof events;
export type EventOf<Name extends EventName> = { readonly event: Name } & z.output<(typeof events)[Name]>;
export type Events = { [Name in EventName]: EventOf<Name> }[EventName];
