import type { Messages } from "../messages.ts";
import { counted, form } from "./plural.ts";

export const history: Messages["history"] = {
  title: "Historique",
  part: "Que montrer",
  parts: { changes: "Modifications", states: "États gardés", trash: "Corbeille" },
  text: "Chaque état gardé de l’espace de travail. Restaurer ne perd rien : l’état actuel est d’abord gardé.",
  list: "États de l’espace de travail",
  workspace: "Espace de travail",
  loading: "Lecture de l’historique",
  failed: "Impossible de lire l’historique.",
  off: "Aucun historique n’est gardé pour cet espace de travail",
  offText:
    "Satchel peut en garder chaque état : après une conversation, après un rêve, avant chaque restauration. Il reste dans le dossier .satchel du projet.",
  enable: "Garder un historique",
  empty: "Rien n’est encore gardé",
  emptyText: "Le premier état est gardé à la fin d’une conversation, ou maintenant.",
  checkpoint: "Garder cet état",
  checkpointed: "Cet état est gardé",
  nothingNew: "Rien n’a changé depuis le dernier",
  files: (count) => counted(count, "fichier", "fichiers"),
  beginning: "Le début",
  kinds: {
    checkpoint: (what) =>
      ({ initial: "Le début", manual: "Gardé à la main", "before restore": "Avant une restauration" })[
        what
      ] ?? `Gardé : ${what}`,
    "session-close": () => "Après une conversation",
    dream: (what) =>
      `Rêve, ${what.replace("promotion(s)", form(Number.parseInt(what, 10), "gardé", "gardés"))}`,
    restore: (what, when = null) => `Restauré : ${what || "tout"}${when === null ? "" : ` (${when})`}`,
  },
  compareLabel: "Comparer",
  compare: { step: "Ce qui a changé alors", since: "Ce qui a changé depuis" },
  changed: "Fichiers modifiés",
  changes: { added: "ajouté", changed: "modifié", removed: "supprimé" },
  before: (when) => (when === null ? "Avant" : `Avant, ${when}`),
  after: (when) => (when === null ? "Après" : `Après, ${when}`),
  asThen: (when) => (when === null ? "Tel qu’alors" : `Tel qu’alors, ${when}`),
  now: () => "Tel que maintenant",
  sides: "Ce qui est comparé",
  restoreFile: "Restaurer ce fichier",
  restoreAll: "Tout restaurer",
  restored: (paths) =>
    paths.length === 1
      ? `${paths[0]} est comme avant`
      : counted(paths.length, "fichier est comme avant", "fichiers sont comme avant"),
  alreadySo: "Tout est déjà comme alors",
  first: "Le premier état gardé",
  firstText: "Rien ne le précède pour comparer. Regardez ce qui a changé depuis.",
  same: "Aucune différence",
  sameText: {
    step: "Cet état a les mêmes fichiers que le précédent.",
    since: "Les fichiers sont maintenant comme alors.",
  },
  binary: "Ce fichier n’est pas du texte",
  binaryText: "Il peut être restauré, mais pas comparé.",
};
