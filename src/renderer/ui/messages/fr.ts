import { agents } from "./fr/agents.ts";
import { app } from "./fr/app.ts";
import { budget } from "./fr/budget.ts";
import { changes } from "./fr/changes.ts";
import { chat } from "./fr/chat.ts";
import { editor } from "./fr/editor.ts";
import { failures } from "./fr/failures.ts";
import { files } from "./fr/files.ts";
import { folder } from "./fr/folder.ts";
import { help } from "./fr/help.ts";
import { history } from "./fr/history.ts";
import { importers } from "./fr/importers.ts";
import { influence } from "./fr/influence.ts";
import { mcp } from "./fr/mcp.ts";
import { memory } from "./fr/memory.ts";
import { modelFiles } from "./fr/model-files.ts";
import { origins } from "./fr/origins.ts";
import { providers, start } from "./fr/providers.ts";
import { readers } from "./fr/readers.ts";
import { settings } from "./fr/settings.ts";
import { sharing } from "./fr/sharing.ts";
import { team } from "./fr/team.ts";
import { trash } from "./fr/trash.ts";
import { trials } from "./fr/trials.ts";
import { watch } from "./fr/watch.ts";
import type { Messages } from "./messages.ts";

export const fr: Messages = {
  close: "Fermer",
  cancel: "Annuler",
  undo: "Annuler",
  tryAgain: "Réessayer",
  unsaved: "non enregistré",
  share: { under: "moins de ", over: "plus de " },
  failures,
  partOf: (part, whole) => `${part} sur ${whole}`,
  when: {
    today: (time) => `aujourd’hui à ${time}`,
    yesterday: (time) => `hier à ${time}`,
  },
  diagram: {
    name: "Diagramme",
    source: "Source du diagramme",
    failed: "Impossible de dessiner ce diagramme : il est incorrect, trop grand ou trop long à dessiner.",
  },
  tooDeep:
    "Ce texte est trop imbriqué ou a trop de marques pour être mis en page. Il est affiché tel qu’il a été écrit.",
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
