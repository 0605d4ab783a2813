import { agents } from "./de/agents.ts";
import { app } from "./de/app.ts";
import { budget } from "./de/budget.ts";
import { changes } from "./de/changes.ts";
import { chat } from "./de/chat.ts";
import { editor } from "./de/editor.ts";
import { failures } from "./de/failures.ts";
import { files } from "./de/files.ts";
import { folder } from "./de/folder.ts";
import { help } from "./de/help.ts";
import { history } from "./de/history.ts";
import { importers } from "./de/importers.ts";
import { influence } from "./de/influence.ts";
import { mcp } from "./de/mcp.ts";
import { memory } from "./de/memory.ts";
import { modelFiles } from "./de/model-files.ts";
import { origins } from "./de/origins.ts";
import { providers, start } from "./de/providers.ts";
import { readers } from "./de/readers.ts";
import { settings } from "./de/settings.ts";
import { sharing } from "./de/sharing.ts";
import { team } from "./de/team.ts";
import { trash } from "./de/trash.ts";
import { trials } from "./de/trials.ts";
import { watch } from "./de/watch.ts";
import type { Messages } from "./messages.ts";

export const de: Messages = {
  close: "Schließen",
  cancel: "Abbrechen",
  undo: "Rückgängig",
  tryAgain: "Noch einmal versuchen",
  unsaved: "nicht gespeichert",
  share: { under: "unter ", over: "über " },
  failures,
  partOf: (part, whole) => `${part} von ${whole}`,
  when: {
    today: (time) => `heute ${time}`,
    yesterday: (time) => `gestern ${time}`,
  },
  diagram: {
    name: "Diagramm",
    source: "Quelltext des Diagramms",
    failed:
      "Dieses Diagramm konnte nicht gezeichnet werden: Es ist fehlerhaft, zu groß oder dauert zu lange.",
  },
  tooDeep:
    "Dieser Text ist zu tief verschachtelt oder hat zu viele Auszeichnungen, um gesetzt zu werden. Er wird so gezeigt, wie er geschrieben wurde.",
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
