import type { Origin } from "#shared/model/origin.ts";
import type { Messages } from "../messages.ts";

const names: Readonly<Record<Origin, string>> = {
  you: "vous",
  agent: "agent",
  tool: "outil",
  outside: "extérieur",
};

const about: Readonly<Record<Origin, string>> = {
  you: "Saisi ou modifié par vous, ou fait partie de Satchel",
  agent: "Écrit par un modèle",
  tool: "Lu dans vos propres fichiers par un outil intégré",
  outside: "Du web, d’une importation, d’un autre membre, ou d’un dossier non approuvé",
};

export const origins: Messages["origins"] = {
  names,
  about,
  title: "D’où cela vient",
  lens: "Colorer par",
  byLayer: "Couche",
  byOrigin: "Origine",
  legend: "Tokens par origine",
  all: "Toutes les origines",
  only: (origin) => `Seulement : ${names[origin]}`,
  approved: "approuvé par vous",
};
