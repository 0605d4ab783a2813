import type { Messages } from "../messages.ts";
import { countedText } from "./plural.ts";

export const folder: Messages["folder"] = {
  choice: {
    title: (name) => `Comment votre agent doit-il lire ${name} ?`,
    is: "Ce dossier est",
    kinds: {
      project: "un projet Satchel",
      workspace: "l’espace de travail d’un agent",
      vault: "un coffre de notes",
      code: "du code",
      documents: "des documents",
    },
    kind: "Ce qu’est ce dossier",
    untouched: "Satchel n’écrit que dans son dossier .satchel.",
    counted: (files, tokens) =>
      `${countedText(files, "fichier texte", "fichiers texte")}, ${countedText(tokens, "token", "tokens")}.`,
    counting: (files, tokens) =>
      `${countedText(files, "fichier texte", "fichiers texte")}, ${countedText(tokens, "token", "tokens")} pour l’instant, comptage en cours.`,
    reading: "Examen des fichiers …",
    proposals: {
      everything: [
        "Envoyer tout ce qui tient",
        "Chaque question part avec tous les fichiers, dans la limite de la fenêtre.",
      ],
      find: [
        "Trouver l’utile pour chaque question",
        "Les passages adaptés à la question sont cherchés et envoyés avec elle.",
      ],
      choose: [
        "Choisir des fichiers",
        "Les fichiers que vous nommez sont toujours envoyés. Le reste est cherché.",
      ],
    },
    recommended: "Recommandé",
    used: (used, window, percent) => `${used} sur ${window} tokens (${percent})`,
    sent: (sent) => countedText(sent, "fichier envoyé", "fichiers envoyés"),
    leftOut: (count) => countedText(count, "omis", "omis"),
    recall: (tokens) => `jusqu’à ${tokens} tokens par question`,
    tooLarge: "Beaucoup plus de texte que de place",
    globs: "Fichiers à envoyer",
    globsHelp: "Un par ligne. Exemple : Projects/**/*.md",
    take: "Utiliser ceci",
    later: "Décider plus tard",
  },
  list: {
    label: "Dossiers",
    up: "Dossier parent",
    none: "Aucun dossier ici.",
    more: (count) => `${countedText(count, "autre", "autres")}. Tapez pour affiner.`,
  },
};
