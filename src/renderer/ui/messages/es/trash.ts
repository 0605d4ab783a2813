import { bytesText } from "#shared/model/number-text.ts";
import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";
import type { Messages } from "../messages.ts";
import { counted } from "./plural.ts";

const items = (count: number) => counted(count, "elemento", "elementos");

export const trash: Messages["trash"] = {
  title: "Papelera",
  text: "Archivos y conversaciones eliminados. Se quedan aquí hasta que se vacía la papelera o se llega a un límite.",
  list: "Archivos y conversaciones eliminados",
  loading: "Leyendo la papelera",
  failed: "No se pudo leer la papelera.",
  empty: "La papelera está vacía",
  emptyText: "Los archivos y conversaciones eliminados aparecen aquí y se pueden restaurar.",
  deleted: (who, when) => (who === null ? `Eliminado ${when}` : `Eliminado por ${who}, ${when}`),
  inSystem: "en la papelera del sistema; su texto se conserva aquí",
  restore: "Restaurar",
  restoreOne: (name) => `Restaurar ${name}`,
  restored: (name) => `${name} se ha restaurado`,
  used: (count, bytes) => `${items(count)}, ${bytes}.`,
  limits: (days, bytes) => `Se conserva ${counted(days, "día", "días")}, en un máximo de ${bytes}.`,
  emptyIt: "Vaciar la papelera",
  emptyNow: "Eliminar para siempre",
  emptied: "La papelera está vacía",
  question: (count) => `¿Eliminar ${items(count)} para siempre?`,
  questionText: `Esto no se puede deshacer. Los textos de archivos de hasta ${bytesText(MAX_EDITABLE_BYTES)} se pueden restaurar todavía desde Cambios, mientras se conserven allí; las conversaciones no.`,
};
