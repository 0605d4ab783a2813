import type { Messages } from "../messages.ts";
import { counted } from "./plural.ts";

/** What the core writes about a dream, "3 promotion(s)", in words. */
const dreamed = (what: string) =>
  what.replace(/(\d+) promotion\(s\)/, (_, count: string) =>
    counted(Number(count), "recuerdo conservado", "recuerdos conservados"),
  );

export const history: Messages["history"] = {
  title: "Historial",
  part: "Qué mostrar",
  parts: { changes: "Cambios", states: "Estados guardados", trash: "Papelera" },
  text: "Todos los estados del espacio de trabajo que se guardaron. Al restaurar no se pierde nada: antes se guarda lo que hay ahora.",
  list: "Estados del espacio de trabajo",
  workspace: "Espacio de trabajo",
  loading: "Leyendo el historial",
  failed: "No se pudo leer el historial.",
  off: "No se guarda un historial de este espacio de trabajo",
  offText:
    "Satchel puede guardar todos sus estados: después de una conversación, después de un sueño, antes de cada restauración. Se queda en la carpeta .satchel del propio proyecto.",
  enable: "Guardar un historial",
  empty: "Todavía no hay nada guardado",
  emptyText: "El primer estado se guarda cuando termina una conversación, o ahora.",
  checkpoint: "Guardar este estado",
  checkpointed: "Este estado está guardado",
  nothingNew: "Nada ha cambiado desde el último",
  files: (count) => counted(count, "archivo", "archivos"),
  beginning: "El comienzo",
  kinds: {
    checkpoint: (what) =>
      ({
        initial: "El comienzo",
        manual: "Guardado a mano",
        "before restore": "Antes de una restauración",
      })[what] ?? `Guardado: ${what}`,
    "session-close": () => "Después de una conversación",
    dream: (what) => `Sueño, ${dreamed(what)}`,
    restore: (what, when = null) =>
      `Restaurado ${what || "todo"}${when === null ? "" : `, como estaba ${when}`}`,
  },
  compareLabel: "Comparar",
  compare: { step: "Qué cambió entonces", since: "Qué cambió desde entonces" },
  changed: "Archivos cambiados",
  changes: { added: "añadido", changed: "cambiado", removed: "eliminado" },
  before: (when) => (when === null ? "Antes" : `Antes, ${when}`),
  after: (when) => (when === null ? "Después" : `Después, ${when}`),
  asThen: (when) => (when === null ? "Como estaba entonces" : `Como estaba, ${when}`),
  now: () => "Como está ahora",
  sides: "Qué se compara",
  restoreFile: "Restaurar este archivo",
  restoreAll: "Restaurar todo",
  restored: (paths) =>
    paths.length === 1
      ? `${paths[0]} está como estaba`
      : counted(paths.length, "archivo está como estaba", "archivos están como estaban"),
  alreadySo: "Todo está ya como estaba entonces",
  first: "El primer estado que se guardó",
  firstText: "No hay nada anterior con que compararlo. Mira qué ha cambiado desde entonces.",
  same: "Sin diferencias",
  sameText: {
    step: "Este estado tiene los mismos archivos que el anterior.",
    since: "Los archivos están ahora como estaban entonces.",
  },
  binary: "Este archivo no es texto",
  binaryText: "Se puede restaurar, pero no comparar.",
};
