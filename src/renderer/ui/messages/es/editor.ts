import { bytesText } from "#shared/model/number-text.ts";
import { MAX_PAGE_PICTURE_BYTES } from "#shared/model/size-limit.ts";
import type { Messages } from "../messages.ts";
import { counted } from "./plural.ts";

const withOthers = (name: string, others: number) =>
  others > 0 ? `${name} y ${counted(others, "archivo", "archivos")} más` : name;

export const editor: Messages["editor"] = {
  tabs: "Archivos abiertos",
  unsaved: "sin guardar",
  closeTab: (name) => `Cerrar ${name}`,
  text: (name) => `Texto de ${name}`,
  nothingOpen: "Ningún archivo abierto",
  nothingOpenText: "Elige uno en los archivos o búscalo por su nombre.",
  search: "Buscar archivos",
  loading: "Abriendo el archivo",
  write: "Escribir",
  read: "Leer",
  mode: "Escribir o leer",
  priority: (value) => `prioridad ${value}`,
  tags: (value) => `etiquetas ${value}`,
  readOnly: "solo lectura",
  saved: (name) => `${name} está guardado`,
  savedAll: (names) =>
    names.length === 1
      ? `${names[0]} está guardado`
      : counted(names.length, "archivo guardado", "archivos guardados"),
  savedToSend: (names) =>
    names.length === 1
      ? `${names[0]} se guardó antes de enviar`
      : `Se guardaron ${names.length} archivos antes de enviar`,
  sendSaves: (names) =>
    names.length === 1
      ? `${names[0]} se guardará al enviar. El texto sin guardar se cuenta.`
      : `Se guardarán ${names.length} archivos al enviar. El texto sin guardar se cuenta.`,
  saveFailed: (name, why) => `${name} no se guardó. ${why}`,
  removed: (name) => `${name} ya no está en el disco.`,
  removedText: "Su texto se conserva aquí hasta que lo cierres.",
  keep: "Escribirlo de nuevo",
  close: "Cerrar",
  openFailed: (name) => `No se pudo abrir ${name}.`,
  tryAgain: "Reintentar",
  conflict: {
    title: (name) => `Otro programa cambió ${name}`,
    text: "A la izquierda lo que hay en el disco, a la derecha lo tuyo. El lado derecho todavía se puede editar.",
    disk: "En disco",
    mine: "Tuyo",
    merge: "Combinar ambos",
    merged: (clashes) =>
      clashes === 0
        ? "No hay conflictos: el lado derecho contiene ambos cambios. Revísalo y guárdalo."
        : "Ambos cambiaron las mismas líneas. Cada conflicto está entre marcas a la derecha. Conserva lo que quieras y quita las marcas.",
    clashes: (count) => counted(count, "lugar por decidir", "lugares por decidir"),
    saveMerged: "Guardar el lado derecho",
    savedMerged: (name) => `${name} está guardado con ambos`,
    keepMine: "Conservar lo mío",
    takeTheirs: "Usar lo del disco",
    keptMine: (name) => `Tu versión de ${name} está guardada`,
    tookTheirs: (name) => `${name} está como en el disco`,
  },
  unsavedClose: (name) => `${name} se cerró sin guardar`,
  drafts: (count) =>
    count === 1 ? "Se recuperó un archivo sin guardar" : `Se recuperaron ${count} archivos sin guardar`,
  frontMatter: {
    priority: {
      title: "Lugar entre los archivos",
      text: "Un número entero, 0 va primero. Los archivos sin número tienen 100; cuando falta espacio, los últimos son los primeros en quedar fuera.",
      example: "10",
    },
    tags: {
      title: "Etiquetas",
      text: "Separadas por comas. Un agente con «solo estas etiquetas» recibe los archivos que tienen una de ellas.",
      example: "cocina, compartido",
    },
  },
  consequence: {
    fallsOut: (size, name, others) =>
      `${size} tokens: ${others > 0 ? "salen" : "sale"} ${withOthers(name, others)}.`,
    isCut: (size, name, others) =>
      `${size} tokens: se ${others > 0 ? "cortan" : "corta"} ${withOthers(name, others)}.`,
    breaksCache: (size, cached) =>
      `${size} tokens: la caché se rompe aquí, ${cached} tokens se leen de nuevo.`,
    room: "Hacer espacio",
    show: "Mostrar",
    noRoom: (name) =>
      `No hay forma de conservar ${name} con un solo cambio. El presupuesto muestra qué ocupa el espacio.`,
  },
  split: "Mostrar dos archivos lado a lado",
  unsplit: "Mostrar un solo archivo",
  previewTab: (path) => `${path}. Haz doble clic para mantenerlo abierto.`,
  aside: {
    title: "Esquema y enlaces",
    close: "Cerrar el esquema y los enlaces",
    outline: "Esquema",
    noHeadings: "Este archivo no tiene encabezados.",
    backlinks: "Enlaces a esta nota",
    noBacklinks: "Ninguna otra nota enlaza aquí.",
  },
  note: {
    missing: (target) => `Todavía no hay ninguna nota llamada «${target}». Haz clic para crearla.`,
    create: (target) => `¿Crear «${target}»?`,
    createText:
      "Ningún archivo tiene este nombre. Se crea junto a la nota que enlaza con él, salvo que indiques otro lugar.",
    createPath: "Ruta de la nueva nota",
    createButton: "Crear",
    loading: (path) => `Cargando ${path}`,
    embedded: (name) => `De ${name}`,
    cycle: "(contiene esta nota, así que no se muestra aquí otra vez)",
    tooDeep: "(demasiadas notas una dentro de otra para mostrarla aquí)",
    noText: "(no se puede mostrar aquí)",
    noHeading: "La nota no tiene ese encabezado.",
    shortened: "Este es el principio de una nota larga. Ábrela para leerla entera.",
    tooManyPictures: (path) =>
      `${path} no se muestra: esta página tiene más de ${bytesText(MAX_PAGE_PICTURE_BYTES)} de imágenes.`,
    task: "Hecho",
    properties: "Propiedades",
    empty: "vacío",
    brokenYaml: (line, why) =>
      `El YAML del principio tiene un error en la línea ${line}. ${why} Se muestra lo que se pudo leer, y todo ello queda fuera de los prompts.`,
  },
  cut: (agent) => `${agent} lee hasta aquí`,
  cutBy: (share) => `recortado un ${share}`,
  goToCut: "Ir a donde se corta",
  cutSize: (sent, raw) => `${sent} de ${raw} tokens.`,
};
