import { bytesText } from "#shared/model/number-text.ts";
import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";
import type { Messages } from "../messages.ts";
import { counted, countedText, form } from "./plural.ts";

const inFiles = (places: number, files: number) =>
  `${counted(places, "lugar", "lugares")} de ${counted(files, "archivo", "archivos")}`;

export const files: Messages["files"] = {
  title: "Archivos",
  tree: "Archivos del proyecto",
  filter: "Filtrar",
  filterLabel: "Filtrar los archivos",
  filterClear: "Borrar el filtro",
  newFile: "Nuevo archivo",
  newFolder: "Nueva carpeta",
  rename: "Cambiar nombre",
  remove: "Eliminar",
  open: "Abrir",
  copyPath: "Copiar la ruta",
  loading: "Cargando el árbol",
  empty: "Aquí no hay nada todavía",
  emptyText: "Un archivo llamado AGENTS.md dice al agente cómo trabajar.",
  noMatch: (term) => `Ningún archivo coincide con «${term}»`,
  noMatchText: "El filtro mira los nombres.",
  failed: "No se pudieron leer los archivos.",
  leftOut: (count) => countedText(count, "más no se muestra", "más no se muestran"),
  name: "Nombre",
  removed: (name) => `${name} se ha eliminado`,
  created: (name) => `${name} se ha creado`,
  changes: "Mostrar sus cambios",
  unread: (agent, name) => `${agent} ya no lee ${name}`,
  names: {
    empty: "Hace falta un nombre.",
    sign: (sign) => `Un nombre no puede llevar ${sign}.`,
    control: "Un nombre no puede llevar signos invisibles.",
    dots: "Este es el nombre de una carpeta del camino, no de un archivo.",
    end: "Un nombre no puede terminar en punto ni en espacio.",
    reserved: (name) => `${name} es el nombre de un dispositivo en Windows.`,
    "too-long": "Este nombre es demasiado largo. El máximo son 255 bytes.",
    taken: "Ya hay algo con este nombre.",
  },
  moved: (name, folder) => `${name} está ahora en ${folder}`,
  renamed: (name) => `Ahora se llama ${name}`,
  projectFolder: "la carpeta del proyecto",
  untitled: "sin-titulo.md",
  untitledFolder: "sin-titulo",
  copied: "Ruta copiada",
  legend: "Qué significan los signos",
  cutOf: (sent, raw) => `cortado, ${sent} de ${raw} tokens`,
  tokens: (tokens) => `${tokens} tokens`,
  otherModel: (tokens) => `${tokens} tokens, contados para otro modelo`,
  shortTokens: (tokens, exact) => (exact ? tokens : `~${tokens}`),
  why: { in: "Mostrarlo en el presupuesto", cut: "¿Por qué está cortado?", out: "¿Por qué está fuera?" },
  menu: (name) => `Acciones para ${name}`,
  mend: {
    title: (name) => `¿Corregir los enlaces a ${name}?`,
    text: (truncated, unread) =>
      `Estos lugares todavía dicen la ruta antigua.${truncated ? " Solo se muestran los primeros 2.000." : ""}${unread > 0 ? ` No se ${form(unread, "pudo", "pudieron")} leer ${counted(unread, "archivo o carpeta", "archivos o carpetas")}.` : ""} Lo que elijas se escribe como un solo cambio, que se puede deshacer.`,
    places: "Enlaces y menciones",
    leave: "Dejarlos",
    button: (count) => `Corregir ${counted(count, "lugar", "lugares")}`,
    change: (name) => `Enlaces a ${name} corregidos`,
    done: (places, count) => `${form(places, "Corregido", "Corregidos")} ${inFiles(places, count)}`,
    failed: (why) => `No se corrigieron los enlaces. ${why}`,
  },
  find: {
    title: "Buscar en todos los archivos",
    label: "Texto que buscar",
    placeholder: "Buscar",
    case: "Distinguir mayúsculas",
    word: "Palabras completas",
    regex: "Expresión regular",
    replace: "Reemplazar",
    replaceWith: "Reemplazar con",
    replaceButton: (count) => `Reemplazar ${count}`,
    include: (path, line) => `Reemplazar en ${path}, línea ${line}`,
    change: (query, replacement) => `«${query}» reemplazado con «${replacement}»`,
    replaced: (places, count) => `${form(places, "Reemplazado", "Reemplazados")} ${inFiles(places, count)}`,
    notReplaced: (why) => `No se reemplazó nada. ${why}`,
    close: "Volver a los archivos",
    results: "Lugares",
    looking: "Buscando",
    count: (hits, count, truncated) => {
      const places = truncated ? `Los primeros ${hits} lugares` : countedText(hits, "lugar", "lugares");
      return `${places} en ${countedText(count, "archivo", "archivos")}`;
    },
    unread: (count, paths) =>
      `No se buscó en todo: no se pudo leer ${paths.join(", ")}${count === String(paths.length) ? "" : `, … (${count} en total)`}.`,
    nothing: (query) => `No se encontró «${query}»`,
    nothingText: `No se busca en archivos de más de ${bytesText(MAX_EDITABLE_BYTES)} ni en los ignorados.`,
  },
};
