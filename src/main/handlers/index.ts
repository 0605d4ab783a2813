import type { Contract, Handlers } from "#shared/contract/index.ts";
import { agentsHandlers } from "./agents.ts";
import { appHandlers } from "./app.ts";
import { budgetHandlers } from "./budget.ts";
import { changesHandlers } from "./changes.ts";
import { chatHandlers } from "./chat.ts";
import { contextHandlers } from "./context.ts";
import type { HandlerContext } from "./handler-context.ts";
import { dreamHandlers } from "./dream.ts";
import { foldersHandlers } from "./folders.ts";
import { historyHandlers } from "./history.ts";
import { importersHandlers } from "./importers.ts";
import { influenceHandlers } from "./influence.ts";
import { linkHandlers } from "./links.ts";
import { mcpHandlers } from "./mcp.ts";
import { memoryGraphHandlers } from "./memory-graph.ts";
import { memoryLifeHandlers } from "./memory-life.ts";
import { modelFilesHandlers } from "./model-files.ts";
import { profilesHandlers } from "./profiles.ts";
import { memoryHandlers } from "./memory.ts";
import { projectHandlers } from "./project.ts";
import { promptsHandlers } from "./prompts.ts";
import { providersHandlers } from "./providers.ts";
import { readersHandlers } from "./readers.ts";
import { sessionsHandlers } from "./sessions.ts";
import { settingsHandlers } from "./settings.ts";
import { sharingHandlers } from "./sharing.ts";
import { teamHandlers } from "./team.ts";
import { tokensHandlers } from "./tokens.ts";
import { toolsHandlers } from "./tools.ts";
import { trashHandlers } from "./trash.ts";
import { trialsHandlers } from "./trials.ts";
import { watchHandlers } from "./watch.ts";
import { workspaceHandlers } from "./workspace.ts";

export const createHandlers = (context: HandlerContext): Handlers<Contract> => ({
  ...agentsHandlers(context),
  ...appHandlers(context),
  ...budgetHandlers(context),
  ...changesHandlers(context),
  ...dreamHandlers(context),
  ...foldersHandlers(context),
  ...historyHandlers(context),
  ...importersHandlers(context),
  ...influenceHandlers(context),
  ...linkHandlers(context),
  ...chatHandlers(context),
  ...contextHandlers(context),
  ...mcpHandlers(context),
  ...memoryGraphHandlers(context),
  ...memoryLifeHandlers(context),
  ...modelFilesHandlers(context),
  ...profilesHandlers(context),
  ...memoryHandlers(context),
  ...projectHandlers(context),
  ...promptsHandlers(context),
  ...providersHandlers(context),
  ...readersHandlers(context),
  ...sessionsHandlers(context),
  ...settingsHandlers(context),
  ...sharingHandlers(context),
  ...teamHandlers(context),
  ...tokensHandlers(context),
  ...toolsHandlers(context),
  ...trashHandlers(context),
  ...trialsHandlers(context),
  ...watchHandlers(context),
  ...workspaceHandlers(context),
});
