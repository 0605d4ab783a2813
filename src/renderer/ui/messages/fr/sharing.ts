import type { Messages } from "../messages.ts";
import { countedText } from "./plural.ts";

const tokens = (count: string) => countedText(count, "token", "tokens");

export const sharing: Messages["sharing"] = {
  title: "Boîte de réception",
  part: "Partie de la boîte de réception",
  parts: { inbox: "Propositions", connect: "Connecter" },
  text: "Ce que d’autres programmes proposent de retenir. Rien n’est écrit avant que vous l’acceptiez.",
  connectText:
    "Donnez à d’autres programmes la mémoire de ce projet. Ils peuvent chercher et proposer ; vous seul écrivez.",
  list: "Propositions",
  loading: "Lecture de la boîte de réception",
  failed: "Impossible de lire la boîte de réception.",
  empty: "Rien ne vous attend",
  emptyText:
    "Quand un programme que vous avez connecté propose de retenir quelque chose, cela apparaît d’abord ici.",
  connect: "Connecter un programme",
  from: (client, agent, when) => `${client} pour ${agent}, ${when}`,
  unproven: "Le nom que le programme s’est donné. Rien ne le prouve.",
  doors: {
    stdio: "par une commande sur cet ordinateur",
    http: "par l’adresse de cette application",
  },
  where: (path, line) => `Serait ajouté à ${path} : ${tokens(line)}.`,
  every: (count) => `${tokens(count)} de plus dans chaque message.`,
  recalled: "Dans un prompt seulement en cas de rappel.",
  pushes: "Pousserait hors du prompt :",
  less: (source, count) => `${source} (${tokens(count)} de moins)`,
  pushesNothing: "Ne pousse rien hors du prompt.",
  counting: "Comptage de ce qui changerait",
  accept: "Accepter",
  edit: "Modifier",
  decline: "Refuser",
  acceptEdited: "Accepter le texte modifié",
  textLabel: "Texte à retenir",
  accepted: (path) => `Écrit dans ${path}, comme extérieur`,
  declined: "Refusé. Rien n’a été écrit.",
  programs: "Programmes",
  into: (file) => `Mettez ceci dans ${file} :`,
  hook: (file) => `Pour que chaque session commence avec le contexte de ce projet, ajoutez à ${file} :`,
  copy: "Copier",
  copyOf: (name, file) => `Copier le texte pour ${name}, ${file}`,
  copied: "Copié",
  notCopied: "Impossible de mettre le texte dans le presse-papiers.",
};
