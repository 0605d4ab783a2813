import { bytesText } from "#shared/model/number-text.ts";
import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";
import type { Messages } from "../messages.ts";
import { counted } from "./plural.ts";

const items = (count: number) => counted(count, "élément", "éléments");

export const trash: Messages["trash"] = {
  title: "Corbeille",
  text: "Fichiers et conversations supprimés. Ils restent ici jusqu’à ce que la corbeille soit vidée ou qu’une limite soit atteinte.",
  list: "Fichiers et conversations supprimés",
  loading: "Lecture de la corbeille",
  failed: "Impossible de lire la corbeille.",
  empty: "La corbeille est vide",
  emptyText: "Les fichiers et conversations supprimés apparaissent ici et peuvent être restaurés.",
  deleted: (who, when) => (who === null ? `Suppression : ${when}` : `Suppression par ${who} : ${when}`),
  inSystem: "dans la corbeille du système ; son texte est gardé ici",
  restore: "Restaurer",
  restoreOne: (name) => `Restaurer ${name}`,
  restored: (name) => `${name} est restauré`,
  used: (count, bytes) => `${items(count)}, ${bytes}.`,
  limits: (days, bytes) => `Gardé ${counted(days, "jour", "jours")}, dans la limite de ${bytes}.`,
  emptyIt: "Vider la corbeille",
  emptyNow: "Supprimer pour de bon",
  emptied: "La corbeille est vide",
  question: (count) => `Supprimer ${items(count)} pour de bon ?`,
  questionText: `Cela ne peut pas être annulé. Les textes de fichiers jusqu’à ${bytesText(MAX_EDITABLE_BYTES)} peuvent encore être restaurés depuis Modifications, tant qu’ils y sont gardés ; pas les conversations.`,
};
