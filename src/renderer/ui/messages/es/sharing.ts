import type { Messages } from "../messages.ts";
import { countedText } from "./plural.ts";

const tokens = (count: string) => countedText(count, "token", "tokens");

export const sharing: Messages["sharing"] = {
  title: "Bandeja de entrada",
  part: "Parte de la bandeja de entrada",
  parts: { inbox: "Propuestas", connect: "Conectar" },
  text: "Lo que otros programas proponen recordar. No se escribe nada hasta que lo aceptes.",
  connectText:
    "Da a otros programas la memoria de este proyecto. Pueden buscar y proponer; solo tú escribes.",
  list: "Propuestas",
  loading: "Leyendo la bandeja de entrada",
  failed: "No se pudo leer la bandeja de entrada.",
  empty: "Nada te espera",
  emptyText: "Cuando un programa que conectaste propone recordar algo, aparece primero aquí.",
  connect: "Conectar un programa",
  from: (client, agent, when) => `${client} para ${agent}, ${when}`,
  unproven: "El nombre que el programa se dio a sí mismo. Nada lo demuestra.",
  doors: { stdio: "por un comando de este equipo", http: "por la dirección de esta app" },
  where: (path, line) => `Se añadiría a ${path}: ${tokens(line)}.`,
  every: (count) => `${tokens(count)} más en cada mensaje.`,
  recalled: "En un prompt solo cuando se recupera.",
  pushes: "Desplazaría del prompt:",
  less: (source, count) => `${source} (${tokens(count)} menos)`,
  pushesNothing: "No desplaza nada del prompt.",
  counting: "Contando lo que cambiaría",
  accept: "Aceptar",
  edit: "Editar",
  decline: "Rechazar",
  acceptEdited: "Aceptar el texto editado",
  textLabel: "Texto que recordar",
  accepted: (path) => `Escrito en ${path}, como de fuera`,
  declined: "Rechazado. No se escribió nada.",
  programs: "Programas",
  into: (file) => `Pon esto en ${file}:`,
  hook: (file) => `Para que cada sesión empiece con el contexto de este proyecto, añade a ${file}:`,
  copy: "Copiar",
  copyOf: (name, file) => `Copiar el texto para ${name}, ${file}`,
  copied: "Copiado",
  notCopied: "No se pudo copiar el texto al portapapeles.",
};
