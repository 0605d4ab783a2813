import { bytesText } from "#shared/model/number-text.ts";
import { MAX_PAGE_PICTURE_BYTES } from "#shared/model/size-limit.ts";
import type { Messages } from "../messages.ts";
import { counted } from "./plural.ts";

const andMore = (name: string, others: number) =>
  others > 0 ? `${name} et ${counted(others, "autre", "autres")}` : name;

export const editor: Messages["editor"] = {
  tabs: "Fichiers ouverts",
  unsaved: "non enregistré",
  closeTab: (name) => `Fermer ${name}`,
  text: (name) => `Texte de ${name}`,
  nothingOpen: "Aucun fichier ouvert",
  nothingOpenText: "Choisissez-en un parmi les fichiers, ou cherchez par nom.",
  search: "Chercher des fichiers",
  loading: "Ouverture du fichier",
  write: "Écrire",
  read: "Lire",
  mode: "Écrire ou lire",
  priority: (value) => `priorité ${value}`,
  tags: (value) => `tags ${value}`,
  readOnly: "lecture seule",
  saved: (name) => `${name} est enregistré`,
  savedAll: (names) =>
    names.length === 1
      ? `${names[0]} est enregistré`
      : counted(names.length, "fichier enregistré", "fichiers enregistrés"),
  savedToSend: (names) =>
    names.length === 1
      ? `${names[0]} a été enregistré avant l’envoi`
      : `${counted(names.length, "fichier enregistré", "fichiers enregistrés")} avant l’envoi`,
  sendSaves: (names) =>
    `${names.length === 1 ? `${names[0]} sera enregistré` : counted(names.length, "fichier sera enregistré", "fichiers seront enregistrés")} à l’envoi. Le texte non enregistré est compté.`,
  saveFailed: (name, why) => `${name} n’a pas été enregistré. ${why}`,
  removed: (name) => `${name} n’est plus sur le disque.`,
  removedText: "Son texte est gardé ici jusqu’à ce que vous le fermiez.",
  keep: "L’écrire à nouveau",
  close: "Fermer",
  openFailed: (name) => `Impossible d’ouvrir ${name}.`,
  tryAgain: "Réessayer",
  conflict: {
    title: (name) => `${name} a été modifié par un autre programme`,
    text: "Le disque à gauche, le vôtre à droite. Le côté droit reste modifiable.",
    disk: "Sur le disque",
    mine: "Le vôtre",
    merge: "Fusionner les deux",
    merged: (clashes) =>
      clashes === 0
        ? "Il n’y a pas de conflit : le côté droit contient les deux modifications. Vérifiez-le, puis enregistrez-le."
        : "Les deux ont modifié les mêmes lignes. À droite, chaque conflit est entre des marques. Gardez ce que vous voulez et retirez les marques.",
    clashes: (count) => counted(count, "endroit à trancher", "endroits à trancher"),
    saveMerged: "Enregistrer le côté droit",
    savedMerged: (name) => `${name} est enregistré avec les deux`,
    keepMine: "Garder le mien",
    takeTheirs: "Prendre celui du disque",
    keptMine: (name) => `Votre version de ${name} est enregistrée`,
    tookTheirs: (name) => `${name} est comme sur le disque`,
  },
  unsavedClose: (name) => `${name} a été fermé sans enregistrer`,
  drafts: (count) =>
    count === 1
      ? "Un fichier non enregistré a été récupéré"
      : counted(count, "fichier non enregistré récupéré", "fichiers non enregistrés récupérés"),
  frontMatter: {
    priority: {
      title: "Place parmi les fichiers",
      text: "Un nombre entier, 0 vient en premier. Sans lui, un fichier a 100 ; quand la place manque, les derniers sont omis d’abord.",
      example: "10",
    },
    tags: {
      title: "Tags",
      text: "Séparés par des virgules. Un agent avec « seulement ces tags » reçoit les fichiers qui en ont un.",
      example: "cuisine, partagé",
    },
  },
  consequence: {
    fallsOut: (size, name, others) =>
      `${size} tokens : ${andMore(name, others)} ${others > 0 ? "sortent" : "sort"}.`,
    isCut: (size, name, others) =>
      `${size} tokens : ${andMore(name, others)} ${others > 0 ? "sont coupés" : "est coupé"}.`,
    breaksCache: (size, cached) => `${size} tokens : le cache s’interrompt ici, ${cached} tokens sont relus.`,
    room: "Faire de la place",
    show: "Montrer",
    noRoom: (name) =>
      `Aucune modification seule ne permet de garder ${name}. Le budget montre ce qui prend la place.`,
  },
  split: "Afficher deux fichiers côte à côte",
  unsplit: "Afficher un seul fichier",
  previewTab: (path) => `${path}. Double-cliquez pour le garder ouvert.`,
  aside: {
    title: "Plan et liens",
    close: "Fermer le plan et les liens",
    outline: "Plan",
    noHeadings: "Ce fichier n’a pas de titres.",
    backlinks: "Liens vers cette note",
    noBacklinks: "Aucune autre note ne renvoie ici.",
  },
  note: {
    missing: (target) => `Il n’y a pas encore de note « ${target} ». Cliquez pour la créer.`,
    create: (target) => `Créer « ${target} » ?`,
    createText:
      "Aucun fichier ne porte ce nom. Il est créé à côté de la note qui y renvoie, sauf si vous indiquez un autre endroit.",
    createPath: "Chemin de la nouvelle note",
    createButton: "Créer",
    loading: (path) => `Chargement de ${path}`,
    embedded: (name) => `De ${name}`,
    cycle: "(contient cette note, donc pas affichée une seconde fois)",
    tooDeep: "(trop de notes imbriquées pour l’afficher ici)",
    noText: "(ne peut pas être affichée ici)",
    noHeading: "La note n’a pas ce titre.",
    shortened: "C’est le début d’une longue note. Ouvrez-la pour tout lire.",
    tooManyPictures: (path) =>
      `${path} n’est pas affichée : cette page a plus de ${bytesText(MAX_PAGE_PICTURE_BYTES)} d’images.`,
    task: "Fait",
    properties: "Propriétés",
    empty: "vide",
    brokenYaml: (line, why) =>
      `Le YAML en tête a une erreur à la ligne ${line}. ${why} Ce qui est lisible est affiché, et rien n’entre dans les prompts.`,
  },
  cut: (agent) => `${agent} lit jusqu’ici`,
  cutBy: (share) => `coupé de ${share}`,
  goToCut: "Aller à la coupure",
  cutSize: (sent, raw) => `${sent} sur ${raw} tokens.`,
};
