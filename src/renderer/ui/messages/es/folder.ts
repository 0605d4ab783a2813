import type { Messages } from "../messages.ts";
import { countedText, formOfText } from "./plural.ts";

export const folder: Messages["folder"] = {
  choice: {
    title: (name) => `¿Cómo debe leer tu agente ${name}?`,
    is: "Esta carpeta es",
    kinds: {
      project: "un proyecto de Satchel",
      workspace: "el espacio de trabajo de un agente",
      vault: "una bóveda de notas",
      code: "código",
      documents: "documentos",
    },
    kind: "Qué es esta carpeta",
    untouched: "Satchel solo escribe en su carpeta .satchel.",
    counted: (files, tokens) =>
      `${countedText(files, "archivo de texto", "archivos de texto")} con ${tokens} tokens.`,
    counting: (files, tokens) =>
      `${countedText(files, "archivo de texto", "archivos de texto")} con ${tokens} tokens hasta ahora, sigue contando.`,
    reading: "Mirando los archivos …",
    proposals: {
      everything: [
        "Enviar todo lo que quepa",
        "Cada pregunta va con todos los archivos, hasta donde permita la ventana.",
      ],
      find: [
        "Buscar lo importante para cada pregunta",
        "Se buscan los pasajes que encajan con la pregunta y se envían con ella.",
      ],
      choose: ["Elegir archivos", "Los archivos que nombras se envían siempre. El resto se busca."],
    },
    recommended: "Recomendado",
    used: (used, window, percent) => `${used} de ${window} tokens (${percent})`,
    sent: (sent) => countedText(sent, "archivo enviado", "archivos enviados"),
    leftOut: (count) => `${count} fuera`,
    recall: (tokens) => `hasta ${tokens} tokens por pregunta`,
    tooLarge: "Mucho más texto del que cabe",
    globs: "Archivos que enviar",
    globsHelp: "Uno por línea. Ejemplo: Projects/**/*.md",
    take: "Usar esto",
    later: "Decidir más tarde",
  },
  list: {
    label: "Carpetas",
    up: "Subir una carpeta",
    none: "Aquí no hay carpetas.",
    more: (count) => `${count} más. Escribe para ${formOfText(count, "encontrarla", "acotarlas")}.`,
  },
};
