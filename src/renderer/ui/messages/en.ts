import { agents } from "./en/agents.ts";
import { app } from "./en/app.ts";
import { changes } from "./en/changes.ts";
import { chat } from "./en/chat.ts";
import { editor } from "./en/editor.ts";
import { files } from "./en/files.ts";
import { folder } from "./en/folder.ts";
import { help } from "./en/help.ts";
import { history } from "./en/history.ts";
import { importers } from "./en/importers.ts";
import { influence } from "./en/influence.ts";
import { mcp } from "./en/mcp.ts";
import { memory } from "./en/memory.ts";
import { modelFiles } from "./en/model-files.ts";
import { readers } from "./en/readers.ts";
import { origins } from "./en/origins.ts";
import { providers, start } from "./en/providers.ts";
import { settings } from "./en/settings.ts";
import { sharing } from "./en/sharing.ts";
import { team } from "./en/team.ts";
import { trials } from "./en/trials.ts";
import { trash } from "./en/trash.ts";
import { watch } from "./en/watch.ts";
import { budget } from "./en/budget.ts";

export const en = {
  close: "Close",
  cancel: "Cancel",
  undo: "Undo",
  tryAgain: "Try again",
  unsaved: "not saved",
  /** Before "1 %" and "99 %": a share that would round to nothing or to everything. */
  share: { under: "under ", over: "over " },
  /** Sentences for the codes of failures. The core's own sentences are English, so there are none here. */
  failures: {} as Readonly<Record<string, string>>,
  partOf: (part: string, whole: string) => `${part} of ${whole}`,
  when: {
    today: (time: string) => `today ${time}`,
    yesterday: (time: string) => `yesterday ${time}`,
  },
  diagram: {
    name: "Diagram",
    source: "Source of the diagram",
    failed: "This diagram could not be drawn: it is broken, too large or takes too long.",
  },
  tooDeep:
    "This text is nested too deeply or has too many marks to be laid out. It is shown as it was written.",
  agents,
  app,
  budget,
  changes,
  chat,
  editor,
  files,
  folder,
  help,
  history,
  importers,
  influence,
  mcp,
  memory,
  modelFiles,
  origins,
  providers,
  readers,
  settings,
  sharing,
  team,
  trials,
  start,
  trash,
  watch,
};
