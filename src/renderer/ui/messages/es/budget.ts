import { decimalText, numberText as n } from "#shared/model/number-text.ts";
import { SHORT_DESCRIPTION_CHARS } from "#shared/model/short-description.ts";
import type { Messages } from "../messages.ts";
import { counted, form, LAYER_NAMES } from "./plural.ts";

const memoryLimits = (tokens: number | null, hits: number | null): string => {
  if (tokens === null) return "La parte de los recuerdos está llena.";
  return `Los recuerdos pueden usar ${n(tokens)} tokens${hits === null ? "" : ` y ${counted(hits, "línea", "líneas")}`}.`;
};

const list = (names: readonly string[], most = 3) =>
  names.length <= most
    ? names.join(", ")
    : `${names.slice(0, most).join(", ")} y ${n(names.length - most)} más`;

/** One thing, unless its name is a number of things: "14 recuerdos". */
const isOne = ([first = "", ...others]: readonly string[]) =>
  others.length === 0 && !/^[\d.]+ (herramientas|recuerdos|mensajes)\b/.test(first);

const tools = (count: number) => counted(count, "herramienta", "herramientas");
const memories = (count: number) => counted(count, "recuerdo", "recuerdos");
const messages = (count: number) => counted(count, "mensaje", "mensajes");
const ofChars = (unit: "tokens" | "chars") => (unit === "chars" ? " caracteres" : " tokens");

export const budget: Messages["budget"] = {
  meter: "Ventana en uso",
  usedOf: (used, max) => `${used} de ${max} tokens`,
  status: {
    in: "enviado",
    cut: "cortado",
    out: "fuera",
    ask: "a petición",
  },
  reasons: {
    "per-file-limit": "El límite por archivo corta el resto.",
    "total-limit": "Todos los archivos juntos llegaron a su límite.",
    "tag-filter": "Sus etiquetas no están entre las que acepta este agente.",
    "explicit-exclude": "Los ajustes de este agente lo dejan fuera.",
    scope: "Una sesión compartida no lo recibe.",
    "memory-budget": "El presupuesto de la memoria está agotado.",
    "file-limit": "El número de archivos está limitado.",
    "char-limit": "El límite de caracteres corta el resto.",
    window: "La ventana está llena.",
    empty: "Está vacío.",
    traversal: "Está fuera del espacio de trabajo.",
    shelf: "Está en el estante: el agente lo encuentra cuando lo necesita.",
    passages: "Solo se envían los pasajes de sus documentos que coinciden con la pregunta.",
    pictures: "Sus imágenes no se envían.",
  },
  title: "Presupuesto",
  tabs: {
    next: "Próximo turno",
    timeline: "Cronología",
    sent: "Enviado",
    compare: "Comparar",
    watch: "Observar",
  },
  tabsLabel: "Partes del presupuesto",
  previewNote: "Vista previa del próximo turno, no se ha enviado nada",
  tryingNote: "Ensayado con el próximo turno, no se ha guardado nada",
  tour: "Enséñame esto",
  waiting: "Contando el próximo prompt",
  failed: "No se pudo componer el prompt.",
  tooSmall: "Esta ventana es demasiado pequeña para lo que nunca puede faltar.",
  tooSmallText: (needed, usable) =>
    `El alma, el prompt del agente y tu mensaje necesitan ${needed} tokens, y solo hay ${usable} para ellos. No se enviaría nada.`,
  backToSaved: "Volver a lo guardado",
  layers: LAYER_NAMES,
  segmentNames: {
    "system:prompt": LAYER_NAMES.system,
    "system:skills": "Lista de skills",
    "message:new": LAYER_NAMES.message,
    "overhead:messages": LAYER_NAMES.overhead,
    "overhead:headers": "Encabezados y marcas de archivos",
  },
  headers: "Encabezados y marcas de archivos",
  groups: (layer, count, id) => {
    if (id === "tools/shelf") return `${tools(count)} en el estante`;
    if (layer === "tools") return tools(count);
    if (layer === "memory") return memories(count);
    return messages(count);
  },
  ofWindow: (max, percent) => `de una ventana de ${n(max)} tokens, ${Math.round(percent)} %`,
  againstSaved: "frente a lo guardado",
  baseline: {
    set: "Fijar como referencia",
    drop: "Quitar la referencia",
    against: "frente a la referencia",
  },
  mapSize: {
    label: "Tamaño",
    names: {
      disk: "texto entero",
      sent: "enviado",
      billed: "cobrado tras la caché",
      moved: "influyó en la última respuesta",
    },
  },
  searched: (files, tokens) =>
    `Se añaden pasajes de ${files} que encajan con la pregunta, hasta ${tokens} tokens. Escribe una pregunta en la conversación para verlos aquí.`,
  free: "Libre",
  kept: "Reservado para la respuesta",
  leftOut: "Fuera",
  windowBar: {
    readsWell: (tokens) => `Medido: hasta ${tokens} tokens se leen bien`,
    label: "La ventana del modelo, a escala",
    text: (parts) => parts.join(", "),
    freeSpace: (count) => `libre ${count}`,
    answer: (count) => `respuesta ${n(count)}`,
    saved: "Guardado",
    overflow: (count) => `${n(count)} de más`,
    prefix: "Prefijo en caché",
    prefixText: "se lee una vez y se reutiliza hasta que cambie uno de estos archivos",
    expectedText: "se leerá una vez y se reutilizará hasta que cambie uno de estos archivos",
    brokenBy: (what) => `se lee de nuevo desde ${what}, que cambió desde el último turno`,
    compact: (percent) => `el historial se resume al ${percent} %`,
    compactShort: (percent) => `resumen al ${percent} %`,
    limits: {
      files: "Límite de archivos",
      memory: "Límite de memoria",
      history: "Límite del historial",
      reserved: "Reservado para la respuesta",
    },
    limitValue: (value, effect) => (effect === "" ? `${n(value)} tokens` : `${n(value)} tokens, ${effect}`),
    comesIn: (names) => `${isOne(names) ? "entra" : "entran"} ${list(names, 2)}`,
    fallsOut: (names) => `${isOne(names) ? "sale" : "salen"} ${list(names, 2)}`,
    shortened: (names) => `${isOne(names) ? "se acorta" : "se acortan"} ${list(names, 2)}`,
    unchanged: "no cambia nada",
  },
  map: {
    title: "Qué está y qué falta",
    label: "Cada parte del prompt por tamaño",
    sent: "enviado",
    cut: "cortado",
    out: "fuera",
    columns: { ...LAYER_NAMES, steady: "Cada turno" },
    part: (sent, raw) => `${sent} de ${raw}`,
    notSent: "No enviado",
    fromLine: (missing, line) => `${missing} tokens desde la línea ${line}`,
    missing: (missing) => `${missing} tokens`,
    comesIn: (tokens) => `entran +${tokens}`,
    others: (count) => counted(count, "pequeña", "pequeñas"),
    sentOf: (sent, raw) => `${sent} de ${raw} tokens enviados`,
    together: "Demasiado pequeñas para dibujarlas una a una; la tabla de abajo las muestra todas.",
    tile: (title, status, sent, raw) => `${title}, ${status}, ${sent} de ${raw} tokens`,
  },
  table: {
    title: "Partes del prompt",
    count: (count) => n(count),
    sorted: (column) => `por ${column}`,
    fate: "Estado",
    filter: "Filtrar",
    filterLabel: "Filtrar las partes",
    nothing: (filter) => `Nada se llama «${filter}».`,
    columns: {
      title: "Nombre",
      layer: "Capa",
      origin: "Origen",
      raw: "En disco",
      sent: "Enviado",
      removed: "Quitado",
      priority: "Prioridad",
      why: "Por qué",
    },
    sortNames: {
      title: "nombre",
      layer: "capa",
      origin: "origen",
      raw: "tamaño en disco",
      sent: "lo que se envía",
      removed: "lo que falta",
      priority: "prioridad",
      prompt: "lugar en el prompt",
    },
    pin: (title) => `Enviar siempre ${title}`,
    unpin: (title) => `Dejar de enviar siempre ${title}`,
    exclude: (title) => `Dejar fuera ${title}`,
    include: (title) => `Recuperar ${title}`,
    priority: (title) => `Prioridad de ${title}`,
    notPriority: (text) => `«${text}» no es una prioridad. Escribe un número entero desde 0.`,
    whole: "Enviado entero",
    fits: "Ahora cabe",
  },
  why: {
    "per-file-limit": (limit, unit) => `Supera los ${n(limit)}${ofChars(unit)} que puede usar un archivo`,
    "total-limit": "La parte de los archivos está llena",
    "tag-filter": "No tiene ninguna etiqueta del agente",
    "explicit-exclude": "En la lista de archivos que se dejan fuera",
    scope: "No es para una conversación compartida",
    "memory-budget": "La parte de los recuerdos está llena",
    "file-limit": "El límite del número de archivos",
    "char-limit": "La parte de los caracteres está llena",
    window: "La ventana está llena",
    empty: "No tiene nada dentro",
    traversal: "Está fuera del espacio de trabajo",
    shelf: "En el estante, se encuentra cuando hace falta",
    passages: "Pasajes de un documento",
    pictures: "Sin sus imágenes",
    summarised: "Resumido para ahorrar espacio",
  },
  inspector: "Detalles",
  pick: "Elige una parte del prompt",
  pickText:
    "Elige un recuadro, una fila o un color de la barra para ver por qué está o no está, y qué hacer al respecto.",
  openFile: "Abrir",
  chips: {
    in: "enviado entero",
    cut: (share) => `recortado un ${share}`,
    out: "fuera",
    estimated: "estimado",
    exact: "exacto",
  },
  sentences: {
    whole: (agent, tokens) => `${agent} lo ve entero, ${tokens} tokens.`,
    steady: (tokens) => `Va en cada turno y ocupa ${tokens} tokens.`,
    near: (share) => `Está al ${share} de lo que puede usar un archivo; si crece un poco más, se corta.`,
    headers:
      "La línea con el nombre encima de cada archivo, la línea vacía que la precede y la marca donde se corta un archivo.",
    framing: (tokens, isCut) =>
      isCut
        ? `Su encabezado y la marca del corte ocupan ${tokens} más.`
        : `Su encabezado ocupa ${tokens} más.`,
    stops: (line, heading) =>
      heading === null
        ? `Se detiene en la línea ${line}.`
        : `Se detiene en la línea ${line}, en «${heading}».`,
    because: {
      perFile: (agent, kept, raw, limit, unit) =>
        `${agent} ve ${kept} de ${raw} tokens, porque ningún archivo puede tener más de ${n(limit)}${ofChars(unit)}.`,
      total: (agent, { limit, core, files, own }) =>
        `${agent} no lo ve: los archivos base y los de trabajo juntos pueden usar ${n(limit)} tokens. Los archivos base usan ${core} y los de trabajo que se envían ${files}, así que sus ${own} no caben.`,
      totalBehind: (agent, limit, first) =>
        `${agent} no lo ve: los archivos base y los de trabajo juntos pueden usar ${n(limit)} tokens. ${first} va antes y no cabe, y ningún archivo posterior ocupa su lugar.`,
      totalUsedUp: (agent, isCut) =>
        `${agent} ${isCut ? "solo ve el principio" : "no lo ve"}: los archivos anteriores agotan lo que pueden usar todos juntos.`,
      window: (agent, { max, reserved, used, own }) =>
        `${agent} no lo ve: en la ventana caben ${n(max)} tokens. ${n(reserved)} se reservan para la respuesta y ${used} están en uso, así que sus ${own} no caben.`,
      windowBehind: (agent, max, first) =>
        `${agent} no lo ve: ${first} va antes y no cabe en la ventana de ${n(max)} tokens, y ningún archivo posterior ocupa su lugar.`,
      windowCut: (agent, kept, raw, { max, reserved, used }) =>
        `${agent} ve ${kept} de ${raw} tokens: en la ventana caben ${n(max)}, ${n(reserved)} se reservan para la respuesta y ${used} están en uso.`,
      gaveWay: (agent, max) =>
        `${agent} no lo ve: en la ventana caben ${n(max)} tokens, y esto cede su sitio antes que lo que se envía.`,
      memoriesGaveWay: (count, max) =>
        `En la ventana caben ${n(max)} tokens y los recuerdos son los primeros en ceder su sitio, así que ${counted(count, "recuerdo queda", "recuerdos quedan")} fuera.`,
      skills: (kept, raw, limit) =>
        `La lista de skills puede usar ${n(limit)} tokens, una vigésima parte de lo que puede usar el prompt. Se envían ${kept} de sus ${raw}; las descripciones se acortan.`,
      toolsShortened: (max) =>
        `La ventana de ${n(max)} tokens está llena, así que las descripciones de las herramientas se cortan a ${SHORT_DESCRIPTION_CHARS} caracteres en este turno.`,
      toolsOut: (count, max) =>
        `La ventana de ${n(max)} tokens está llena, así que ${counted(count, "herramienta queda", "herramientas quedan")} fuera en este turno.`,
      toolsShelf: (count, limit, freed) =>
        `Las descripciones de las herramientas pueden usar ${n(limit)} tokens de un prompt, y todas juntas usan más. Por eso ${counted(count, "herramienta espera", "herramientas esperan")} en el estante: el prompt lleva los nombres y el agente encuentra lo que necesita. Eso ahorra ${freed} tokens. En Ajustes, Servidores de herramientas, puedes mantener una herramienta en todos los prompts.`,
      memories: (count, tokens, hits) =>
        `${memoryLimits(tokens, hits)} Los mejores van primero, así que ${counted(count, "recuerdo queda", "recuerdos quedan")} fuera.`,
      memoryFile: (agent, kept, raw, limit) =>
        `${agent} ve ${kept} de ${raw} tokens: recibe lo que dejan los demás archivos${limit === null ? "" : ` de ${n(4 * limit)} caracteres`}.`,
      files: (agent, max) =>
        `${agent} recibe como máximo ${counted(max, "archivo", "archivos")} a la vez, y antes de este ya van otros tantos.`,
      chars: (agent, max, used, own) =>
        `${agent} recibe como máximo ${n(max)} caracteres de archivos a la vez. ${n(used)} están en uso, así que sus ${n(own)} no caben.`,
      charsBehind: (agent, max) =>
        `${agent} recibe como máximo ${n(max)} caracteres de archivos a la vez, y un archivo anterior a este no cabe.`,
      passages: (file, count, places, kept, chars) =>
        `De ${file} se ${count === 1 ? "envía" : "envían"} ${counted(count, "pasaje que coincide", "pasajes que coinciden")} con la pregunta${
          places.length === 0 ? "" : ` (${list(places, 8)})`
        }: ${n(kept)} de ${n(chars)} caracteres.`,
      noPassage: (file) => `Ningún pasaje de ${file} coincide con la pregunta, así que no se envía nada.`,
      unseen: (file) => `${file} no se envía: no consta que este modelo vea imágenes.`,
      pictureGone: (file) => `${file} no se envía: su archivo ya no está.`,
      turns: (count) =>
        counted(
          count,
          "mensaje antiguo ya no cabe y queda fuera.",
          "mensajes antiguos ya no caben y quedan fuera.",
        ),
    },
    "tag-filter": (agent, tags) =>
      `${agent} solo acepta archivos con la etiqueta ${tags}. Este no tiene ninguna de ellas.`,
    "explicit-exclude": (agent) => `Está en la lista de archivos que ${agent} nunca recibe.`,
    scope: (agent) => `${agent} habla aquí con otras personas y esto es privado, así que queda fuera.`,
    empty: "No tiene nada dentro, así que no hay nada que enviar.",
    traversal: "Está fuera del espacio de trabajo, donde un agente no puede mirar.",
    summarised: "Se resumieron para ahorrar espacio. El resumen va en su lugar.",
    tools: (count) =>
      `En cada turno hay que explicar al modelo lo que ${form(count, "puede hacer", "pueden hacer")} ${tools(count)}.`,
    memories: (count) =>
      counted(
        count,
        "recuerdo encontrado para este mensaje va con él.",
        "recuerdos encontrados para este mensaje van con él.",
      ),
    turns: (count) =>
      counted(
        count,
        "mensaje de esta conversación va en cada turno.",
        "mensajes de esta conversación van en cada turno.",
      ),
    message: "Lo que estás escribiendo ahora.",
    picture: (file, size, tokens) =>
      `${file} (${size} píxeles) ocupa unos ${tokens} tokens por su tamaño; solo el servidor lo sabe con exactitud.`,
    overhead: "Roles y separadores que necesita el formato del modelo.",
    prompt: (agent) => `Quién es ${agent} y cómo debe responder, según agents.yaml.`,
    skills: "Nombres y descripciones de las skills. Sus textos se cargan solo cuando hacen falta.",
    soul: (agent) => `Lo que ${agent} nunca hace y siempre hace. Se envía entero, pase lo que pase.`,
  },
  fix: {
    title: "Qué puedes hacer",
    button: {
      raise: "Hacerlo",
      window: "Hacerlo",
      unexclude: "Recuperar",
      tag: "Etiquetar",
      priority: "Mover",
      pin: "Fijar",
      exclude: "Dejar fuera",
    },
    raise: {
      perFile: (to) => `Enviar el archivo entero, hasta ${n(to)} tokens`,
      total: (to) => `Dar más espacio a los archivos: ${n(to)}`,
      other: (field, to) => `Subir ${field} a ${n(to)}`,
    },
    window: (to) => `Usar una ventana de ${n(to)}`,
    unexclude: "Quitarlo de la lista",
    tag: (tag) => `Etiquetarlo «${tag}»`,
    priority: (to) => `Enviarlo primero sin tocar el límite: prioridad ${n(to)}`,
    pin: "Enviarlo siempre",
    exclude: "Dejarlo fuera",
    trying: "Probándolo",
    uses: (tokens) => `Añade ${tokens} tokens al prompt`,
    frees: (tokens) => `Libera ${tokens}`,
    reallyFrees: (tokens, names) =>
      `En realidad libera ${tokens}, porque ${isOne(names) ? "entraría" : "entrarían"} ${list(names, 3)}`,
    freesNothing: (names) =>
      `No libera nada, porque ${isOne(names) ? "entraría" : "entrarían"} ${list(names, 3)}`,
    same: "No ocupa más espacio",
    nothing: "Ahora no cambia nada, pero lo mantiene dentro cuando falte espacio",
    onlyPart: (kept, raw) => `Envía ${kept} de sus ${raw} tokens`,
    notEnough: "No basta por sí solo para recuperarlo",
    pushesNothing: "No desplaza nada",
    pushes: (names) => (names.length === 1 ? "Desplaza" : `Desplaza ${n(names.length)}`),
    shortens: (names) => `Acorta ${list(names)}`,
    summarises: "Se resumen los turnos antiguos",
    brings: (names) => `Hace entrar ${list(names)}`,
    refused: "No cabría en absoluto",
  },
  copyNote: (profile, agent) =>
    `«${profile}» viene con Satchel y se queda como está. Un cambio crea una copia para ${agent} y usa esa.`,
  written: {
    profile: (name) => `Guardado en el perfil ${name}`,
    copy: (name) => `Guardado en una copia propia, ${name}`,
    agents: (name) => `Guardado en ${name}`,
    file: (name) => `Guardado al principio de ${name}`,
  },
  edited: {
    limit: (to) => `El límite es ahora de ${n(to)} tokens`,
    limits: (count) => counted(count, "límite cambiado", "límites cambiados"),
    pin: (file, isOn) => (isOn ? `${file} se envía siempre ahora` : `${file} ya no está fijado`),
    exclude: (file, isOn) => (isOn ? `${file} queda fuera ahora` : `${file} puede enviarse otra vez`),
    priority: (file, to) => `${file} tiene la prioridad ${n(to)}`,
    tag: (file, tag) => `${file} tiene la etiqueta ${tag}`,
    window: (to) => `La ventana es ahora de ${n(to)} tokens`,
    model: (name) => `El modelo es ahora ${name}`,
    profileOf: (name) => `El perfil es ahora ${name}`,
    tools: (count) =>
      count === null
        ? "Se puede usar cualquier herramienta"
        : `${form(count, "Queda", "Quedan")} ${tools(count)}`,
    dateLast: "La fecha está ahora al final del prompt",
    several: (count) => counted(count, "cosa cambiada", "cosas cambiadas"),
  },
  notWritten: (why) => `No se cambió nada. ${why}`,
  whatIf: {
    title: "Y si…",
    compare: "Comparar lado a lado",
    agent: "Agente",
    model: "Modelo",
    window: "Ventana",
    profile: "Perfil",
    asSet: "Como está",
    noModel: "ninguno, responde Integrado",
    from: (name) => `de ${name}`,
    nothingLost: (agent) => `${agent} vería todo lo que ve ahora.`,
    lost: (agent, names) => `${agent} ya no vería ${list(names, 8)}.`,
    shorter: (agent, names) => `${agent} vería menos de ${list(names, 8)}.`,
    gained: (agent, names) => `${agent} vería también ${list(names, 8)}.`,
    missing: (tokens) => `En total quedarían fuera ${tokens} tokens.`,
    use: "Usar esto desde ahora",
    trial: "Probar en una prueba",
    unsaved: "El prompt tiene textos que aún no se han guardado.",
    trialName: (changes) => `Con ${list(changes, 3)}`,
    trialWindow: (tokens) => `${tokens} tokens`,
    trialTexts: "textos sin guardar",
    reset: "Volver a lo guardado",
  },
  numbers: {
    title: "Números",
    counted: "Contado con",
    exact: "exacto",
    against: (encoding) => `exacto según ${encoding}`,
    estimated: "estimado",
    countedBy: (provider) => `Contado por ${provider}`,
    partsEstimated: "El prompt entero es exacto. Sus partes son estimaciones.",
    notCounted: (problem) => `El servidor no contó este prompt, así que es una estimación: ${problem}`,
    read: (model) => `${model} leyó en el último turno`,
    off: (read, percent) => `${n(read)}, ${percent} % de diferencia`,
    noTurn: "ningún turno todavía",
    reading: "Leerlo tarda",
    seconds: (all, cached) => `unos ${all} s, con caché ${cached} s`,
    notTimed: "no se sabe antes de un primer turno",
    timed: (turns) =>
      `Estimado con ${counted(turns, "turno cronometrado", "turnos cronometrados")} en este equipo`,
    costs: "Cuesta",
    local: "nada, se ejecuta aquí",
    price: (all, cached) => `${all}, con caché ${cached}`,
    priceDate: (date) => `Precios del ${date}`,
    noPrice: "sin precio en el catálogo",
    noModel: "ningún modelo elegido",
    alarm: (read, sent) =>
      `El servidor leyó ${read} de los ${sent} tokens que se enviaron. Su ventana es menor de lo que se creía.`,
  },
  advice: {
    title: "Consejos",
    none: "Ahora mismo no hay nada que ahorrar.",
    saves: (tokens) => `−${tokens}`,
    savesLabel: (tokens) => `ahorra ${tokens} tokens`,
    show: (name) => `Mostrar ${name}`,
    act: {
      date: () => "Moverla al final",
      "broken-cache": (_, file) => `Enviar ${file} al final`,
      "shared-lines": (_, file) => `Dejar fuera ${file}`,
      duplicate: (_, file) => `Dejar fuera ${file}`,
      "near-limit": () => "Subir el límite",
      "unused-tools": (agent) => `Desactivarlas para ${agent}`,
    },
  },
  export: {
    button: "Exportar",
    titles: {
      bar: "El próximo prompt en la ventana del modelo",
      map: "Qué está en el prompt y qué falta",
      timeline: "Tokens de cada turno por capa",
    },
    bar: "La barra como SVG",
    map: "El mapa como SVG",
    timeline: "La cronología como SVG",
    manifest: "El desglose como JSON",
    sentJson: "Los mensajes como JSON",
    sentMarkdown: "Los mensajes como Markdown",
  },
  timeline: {
    conversation: "Conversación",
    turns: (count) => counted(count, "turno", "turnos"),
    all: "Todos los turnos",
    untitled: "Conversación sin título",
    empty: "Todavía no se ha enviado ningún turno",
    emptyText:
      "Después de la primera respuesta, aquí se dibuja cada turno y se pueden comparar dos cualesquiera.",
    chart: "Tokens de cada turno por capa",
    table: "Tokens de cada turno por capa, como tabla",
    tableTurn: "Turno",
    tableSum: "Todas las capas",
    summarised: (freed) => `Resumido −${freed}`,
    keptFor: "reservado para la respuesta",
    compactAt: (percent) => `resumir al ${percent} %`,
    turn: ({ turn, call }) => (call === 1 ? `turno ${n(turn)}` : `turno ${n(turn)}, llamada ${n(call)}`),
    pick: "Elige dos turnos",
    pickText: "Haz clic en un turno para A y en otro para B, o usa las flechas y las teclas A y B.",
    from: (a, b) => `De A, ${a}, a B, ${b}`,
    same: "Se envió lo mismo en ambos.",
    sizes: (before, after) => `de ${before} a ${after},`,
    unchanged: "Sin cambios",
    columns: {
      kind: "Tipo de cambio",
      segment: "Parte",
      a: "A",
      b: "B",
      change: "Cambio",
      why: "Por qué",
    },
    changeNames: { added: "añadido", removed: "quitado", changed: "cambiado", same: "sin cambios" },
    why: {
      message: "Otra pregunta",
      memory: (before, after) =>
        before === after
          ? `Otra pregunta recupera otros ${n(after)}`
          : `Otra pregunta recupera ${n(after)}, no ${n(before)}`,
      said: (count) => `Desde entonces se ${form(count, "dijo", "dijeron")} ${messages(count)}`,
      summarised: (count) => counted(count, "resumido", "resumidos"),
      dropped: (count) => counted(count, "ya no cabe", "ya no caben"),
      otherHistory: "Otra parte de la conversación",
      tools: (more) => (more > 0 ? `${tools(more)} más` : `${tools(-more)} menos`),
      shortTools: "Sus descripciones se acortaron para que quepan",
      otherTools: "Sus descripciones cambiaron",
      overhead: "Resulta de los demás cambios",
      added: "No estaba en A",
      removed: "Ya no está",
      text: "Su texto cambió",
      limit: "Su límite cambió",
      shorter: "Ahora es más corto, así que se envía entero",
      moreRoom: "Ahora hay espacio para todo",
      becameCut: (why) => (why === "" ? "Cortado ahora" : `Cortado: ${why}`),
      becameOut: (why) => (why === "" ? "Fuera ahora" : `Fuera: ${why}`),
      becameIn: (why) => (why === "" ? "Enviado ahora" : `Enviado ahora; antes: ${why}`),
      reasons: {
        "per-file-limit": "más largo de lo que puede ser un archivo",
        "total-limit": "la parte de los archivos está llena",
        "tag-filter": "no tiene ninguna etiqueta del agente",
        "explicit-exclude": "en la lista de archivos que se dejan fuera",
        scope: "no es para una conversación compartida",
        "memory-budget": "la parte de los recuerdos está llena",
        "file-limit": "el número de archivos está limitado",
        "char-limit": "la parte de los caracteres está llena",
        window: "la ventana está llena",
        empty: "no tiene nada dentro",
        traversal: "está fuera del espacio de trabajo",
        shelf: "en el estante",
        passages: "pasajes de un documento",
        pictures: "sin sus imágenes",
      },
    },
    read: (turns) =>
      turns.length === 1
        ? `El prefijo en caché se leyó de nuevo en el turno ${list(turns.map(String), 6)}.`
        : `El prefijo en caché se leyó de nuevo en los turnos ${list(turns.map(String), 6)}.`,
    label: (turn, used, time) => `${turn.replace("turno", "Turno")}, ${used} tokens, ${time}`,
    tick: ({ turn, call }) => (call === 1 ? n(turn) : `${n(turn)}·${n(call)}`),
    a: "A",
    b: "B",
  },
  sent: {
    title: "Tal como se envió",
    next: "El próximo turno",
    nextTitle: "Tal como se enviaría",
    of: (turn) => `Tal como se envió, ${turn}`,
    earlier: "otro turno",
    size: (tokens, count) => `${tokens} tokens, ${messages(count)}`,
    search: "Buscar en los mensajes",
    placeholder: "Buscar",
    found: (at, of) => `${n(at)} de ${n(of)}`,
    notFound: "no se encuentra",
    previous: "Coincidencia anterior",
    nextMatch: "Coincidencia siguiente",
    copy: "Copiar todo",
    copied: "Copiado",
    notCopied: "No se pudo copiar el texto al portapapeles.",
    message: (index) => `mensaje ${n(index)}`,
    roles: { system: "sistema", user: "usuario", assistant: "asistente", tool: "herramienta" },
    tokens: (tokens) => `${tokens} tokens`,
    part: (sent, raw) => `${sent} de ${raw} tokens`,
    which: "Qué turno",
    text: "Texto",
    loading: "Leyendo los mensajes",
  },
  calls: {
    title: "También se preguntó",
    text: "Lo que se preguntó a un modelo además de las respuestas: resúmenes y notas que guardar de esta conversación, y trabajo con la memoria de este proyecto.",
    reply: "respuesta",
    local: "se ejecuta aquí",
    noPrice: "precio desconocido",
    cost: (dollars) => `$${decimalText(dollars, dollars < 0.01 ? 4 : 2)}`,
    outcome: (code) => (code === "stopped" ? "detenido" : `falló (${code})`),
  },
  compare: {
    kinds: { models: "Modelos", profiles: "Perfiles", agents: "Agentes", turns: "Turnos" },
    kind: "Qué comparar",
    a: "A",
    b: "B",
    model: (side) => `Modelo de ${side}`,
    profile: (side) => `Perfil de ${side}`,
    agent: (side) => `Agente de ${side}`,
    turn: (side) => `Turno de ${side}`,
    window: (side) => `Ventana de ${side}`,
    differ: (count, of) => `de A a B, ${n(count)} de ${n(of)} ${form(count, "cambia", "cambian")}`,
    swap: "Intercambiar",
    same: "igual",
    sameText: "mismo texto",
    neither: "en ninguno",
    leftOut: "fuera",
    free: (count) => `libre ${count}`,
    keep: "Conservar A",
    use: "Usar B desde ahora",
    without: (names) => `B respondería sin ${list(names)}`,
    cuts: (names) => `B vería solo una parte de ${list(names)}`,
    nothingLost: "B ve todo lo que ve A",
    gains: (names) => `Vería también ${list(names)}.`,
    absent: "no está",
    shortened: "descripciones acortadas",
    counted: (count) => `después ${n(count)}`,
    loading: "Contando ambos",
    none: "Todavía no hay dos turnos que comparar.",
  },
  guide: {
    label: "Recorrido por el presupuesto",
    step: (at, of) => `${at} de ${of}`,
    next: "Siguiente",
    back: "Atrás",
    done: "Listo",
    skip: "Saltar el recorrido",
    steps: [
      {
        title: "Capas",
        text: "La barra es todo lo que cabe en el modelo. Cada color es una capa: quién es el agente, tus archivos, lo que recuerda, la conversación. Los puntos del final se reservan para la respuesta.",
      },
      {
        title: "Límites",
        text: "Arrastra un separador o usa las flechas del teclado sobre él. El prompt real se cuenta mientras lo mueves: los archivos que ya no caben se quedan en contorno. No se escribe nada hasta que lo sueltas, y se puede deshacer.",
      },
      {
        title: "Prioridad",
        text: "Los archivos entran por su número, el menor primero, hasta llenar su parte. Cambia el número en la tabla y mira cuál sale en su lugar.",
      },
      {
        title: "Caché",
        text: "El corchete marca lo que el modelo lee una vez y después reutiliza. Si cambias algo al principio, todo lo que sigue se lee de nuevo, y eso cuesta tiempo o dinero.",
      },
      {
        title: "Arreglar un corte",
        text: "El rayado es texto que el agente nunca ve. Elígelo: a la derecha dice por qué en una frase, qué lo recuperaría y qué desplazaría eso. Un clic lo hace.",
      },
    ],
  },
};
