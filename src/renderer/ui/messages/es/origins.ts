import type { Origin } from "#shared/model/origin.ts";
import type { Messages } from "../messages.ts";

const names: Readonly<Record<Origin, string>> = {
  you: "tú",
  agent: "agente",
  tool: "herramienta",
  outside: "de fuera",
};

const about: Readonly<Record<Origin, string>> = {
  you: "Escrito o editado por ti, o parte de Satchel",
  agent: "Escrito por un modelo",
  tool: "Leído de tus propios archivos por una herramienta integrada",
  outside: "De la web, una importación, otro miembro o una carpeta en la que no confías",
};

export const origins: Messages["origins"] = {
  names,
  about,
  title: "De dónde vienen",
  lens: "Color según",
  byLayer: "Capa",
  byOrigin: "Origen",
  legend: "Tokens por origen",
  all: "Todos los orígenes",
  only: (origin) => `Solo ${names[origin]}`,
  approved: "aprobado por ti",
};
