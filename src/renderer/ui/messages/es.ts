import { agents } from "./es/agents.ts";
import { app } from "./es/app.ts";
import { budget } from "./es/budget.ts";
import { changes } from "./es/changes.ts";
import { chat } from "./es/chat.ts";
import { editor } from "./es/editor.ts";
import { failures } from "./es/failures.ts";
import { files } from "./es/files.ts";
import { folder } from "./es/folder.ts";
import { help } from "./es/help.ts";
import { history } from "./es/history.ts";
import { importers } from "./es/importers.ts";
import { influence } from "./es/influence.ts";
import { mcp } from "./es/mcp.ts";
import { memory } from "./es/memory.ts";
import { modelFiles } from "./es/model-files.ts";
import { origins } from "./es/origins.ts";
import { providers, start } from "./es/providers.ts";
import { readers } from "./es/readers.ts";
import { settings } from "./es/settings.ts";
import { sharing } from "./es/sharing.ts";
import { team } from "./es/team.ts";
import { trash } from "./es/trash.ts";
import { trials } from "./es/trials.ts";
import { watch } from "./es/watch.ts";
import type { Messages } from "./messages.ts";

export const es: Messages = {
  close: "Cerrar",
  cancel: "Cancelar",
  undo: "Deshacer",
  tryAgain: "Reintentar",
  unsaved: "sin guardar",
  share: { under: "menos del ", over: "más del " },
  failures,
  partOf: (part, whole) => `${part} de ${whole}`,
  when: {
    today: (time) => `hoy ${time}`,
    yesterday: (time) => `ayer ${time}`,
  },
  diagram: {
    name: "Diagrama",
    source: "Código del diagrama",
    failed: "No se pudo dibujar este diagrama: tiene errores, es demasiado grande o tarda demasiado.",
  },
  tooDeep:
    "Este texto tiene demasiados niveles o demasiadas marcas para darle formato. Se muestra tal como se escribió.",
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
