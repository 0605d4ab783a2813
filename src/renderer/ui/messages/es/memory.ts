import { DREAM_RULE } from "#shared/model/dream-rule.ts";
import type { Messages } from "../messages.ts";
import { counted, countedText } from "./plural.ts";

const memories = (count: string) => countedText(count, "recuerdo", "recuerdos");
const times = (count: number) => counted(count, "vez", "veces");
const ordinals = ["Primero", "Segundo", "Tercero", "Cuarto", "Quinto"];

export const memory: Messages["memory"] = {
  title: "Memoria",
  side: "Tipos de memoria y listas",
  tiersTitle: "Tipos",
  shelvesTitle: "Listas",
  loading: "Leyendo la memoria",
  failed: "No se pudo leer la memoria.",
  agent: "Agente",
  shelves: {
    all: "Todos los recuerdos",
    curated: "Cuidados",
    daily: "Notas diarias",
    session: "Conversaciones",
    profile: "Sobre ti",
    graph: "Grafo",
    procedural: "Procedimientos",
    knowledge: "Conocimiento",
    "from-you": "De ti",
    "from-agent": "De un agente",
    "from-tool": "De una herramienta",
    "from-outside": "De fuera",
    pinned: "Fijados",
    faded: "Desvanecidos",
    learned: "Aprendido",
    diary: "Diario de sueños",
  },
  tierOf: {
    curated: "cuidado",
    daily: "nota diaria",
    session: "conversación",
    profile: "perfil",
    graph: "grafo",
    procedural: "procedimiento",
    knowledge: "conocimiento",
  },
  empty: {
    "from-you": {
      title: "Aquí no hay nada tuyo todavía",
      text: "Aquí aparece lo que escribes o editas en notas, archivos y conversaciones.",
    },
    "from-agent": {
      title: "Ningún modelo escribió nada de esto",
      text: "Aquí aparece lo que dice o anota un agente.",
    },
    "from-tool": {
      title: "Ninguna herramienta trajo nada de esto",
      text: "Aquí aparece lo que viene de resultados de herramientas sobre tus propios archivos.",
    },
    "from-outside": {
      title: "Nada vino de fuera",
      text: "Aquí aparecen las importaciones, la web, otros miembros y las carpetas en las que no confías.",
    },
    all: {
      title: "Todavía no se recuerda nada",
      text: "Habla con el agente o escribe una nota: lo que vale la pena guardar aparece aquí automáticamente.",
    },
    curated: {
      title: "MEMORY.md está vacío",
      text: "Cada línea que escribes allí, y lo que un sueño guarda para siempre, es un recuerdo aparte.",
    },
    daily: {
      title: "Todavía no hay notas diarias",
      text: "Después de un turno, las decisiones, los resultados y los «recuerda que …» se escriben en el archivo del día de la carpeta de memoria.",
    },
    session: {
      title: "Todavía no hay conversaciones",
      text: "Cada mensaje de las conversaciones de este agente aparece aquí en cuanto se envía.",
    },
    profile: {
      title: "Todavía no se ha aprendido nada sobre ti",
      text: "Aquí se reúne lo que dices de ti en las conversaciones, como un nombre o una preferencia. Lo que escribiste en USER.md se envía tal como está.",
    },
    graph: {
      title: "Todavía no hay personas, cosas ni enlaces",
      text: "Cuando un turno dice cómo se relacionan dos cosas, ambas aparecen aquí con el enlace entre ellas. Las notas que se enlazan también aparecen aquí.",
    },
    procedural: {
      title: "Todavía no hay procedimientos",
      text: "Aquí se guardan formas de hacer algo que funcionaron, y ganan fuerza cada vez que se usan.",
    },
    knowledge: {
      title: "Todavía no hay archivos de conocimiento",
      text: "Pon archivos Markdown en la carpeta knowledge del espacio de trabajo, y sus pasajes se encuentran aquí.",
    },
    pinned: {
      title: "Nada fijado",
      text: "Fija un recuerdo y nunca se desvanece; si no, las notas diarias pierden peso después de una semana.",
    },
    faded: {
      title: "Nada se ha desvanecido",
      text: "Aquí van las notas diarias de dos semanas o más: la búsqueda las encuentra, los prompts las dejan fuera.",
    },
    learned: {
      title: "Todavía no se ha aprendido nada de una conversación",
      text: "Después de un turno, aquí aparece todo lo que el agente escribió en la memoria, y se puede deshacer.",
    },
  },
  search: "Buscar en todos los recuerdos",
  searchIn: (shelf) => `Buscar en «${shelf}»`,
  clear: "Borrar la búsqueda",
  count: memories,
  found: (count) => countedText(count, "encontrado", "encontrados"),
  took: (milliseconds) => `en ${milliseconds} ms`,
  searching: "Buscando",
  nothing: (query) => `No se encontró nada para «${query}»`,
  nothingText:
    "Nada se acerca lo suficiente para ser una respuesta. Prueba con menos palabras o con otras, o mira en todos los tipos.",
  everywhere: "Buscar en todas partes",
  view: "Vista",
  views: { list: "Lista", graph: "Grafo" },
  weighting: "Ponderación",
  presets: {
    auto: (chosen) => (chosen === null ? "Ponderación según las palabras" : `Según las palabras: ${chosen}`),
    general: "Ponderación general",
    research: "Para investigar",
    debugging: "Para depurar",
    debate: "Para debatir",
  },
  presetNames: {
    general: "general",
    research: "investigación",
    debugging: "depuración",
    debate: "debate",
  },
  lists: { keyword: "palabras", vector: "significado", graph: "enlaces" },
  listNames: {
    keyword: "Palabras en común",
    vector: "Significado cercano",
    graph: "Enlazado con lo que nombraste",
  },
  rank: (list, rank) => (rank === null ? `${list} –` : `${list} #${rank}`),
  score: "Puntuación",
  scoreOf: (score, lists) => `${score}: ${lists}`,
  place: (path, line) => (line === null ? path : `${path}, línea ${line}`),
  untitled: "Una conversación",
  pinned: "fijado",
  weight: (percent) => `cuenta un ${percent} %`,
  faded: "desvanecido",
  days: {
    today: "hoy",
    yesterday: "ayer",
    ago: (days) => `hace ${counted(days, "día", "días")}`,
  },
  why: {
    label: "Por qué se encontró",
    by: (rank, lists) => `${ordinals[rank - 1] ?? `Número ${rank}`} por ${lists.join(" y por ")}`,
    all: "Lo encontraron los tres tipos de búsqueda.",
    only: (list) => `Solo coincide por ${list}.`,
    boosted: (tier, factor, preset) => `Con la ponderación «${preset}», el tipo «${tier}» cuenta ×${factor}.`,
    aged: (percent) => `Tiene más de una semana, así que cuenta un ${percent} %.`,
    faded: "Se ha desvanecido: la búsqueda lo encuentra, los prompts lo dejan fuera.",
    kept: "Está fijado, así que no se desvanece.",
    numbers: "Números",
    hide: "Ocultar los números",
    table: "Lo que sumó cada lista",
    columns: { list: "Lista", rank: "Puesto", score: "Puntuación allí", adds: "Suma" },
    none: "–",
    tier: "Peso de su tipo",
    age: "Peso de su edad",
    total: "Puntuación",
  },
  actions: {
    open: "Abrir",
    openConversation: "Abrir la conversación",
    openLabel: (place) => `Abrir ${place}`,
    pin: "Fijar",
    unpin: "Dejar de fijar",
    edit: "Editar",
    forget: "Olvidar",
    save: "Guardar",
  },
  notEditable: "Un mensaje no se puede editar. Olvídalo, o continúa desde allí en la conversación.",
  details: "Detalles de este recuerdo",
  about: "Sobre",
  heading: "Bajo",
  kind: "Tipo",
  written: "Escrito",
  changedOn: "Cambiado",
  text: "Texto del recuerdo",
  edited: "El recuerdo tiene ahora tus palabras",
  pinnedNow: "Fijado: no se desvanece",
  unpinnedNow: "Ya no está fijado",
  undone: "Deshecho",
  forget: {
    title: "¿Olvidar este recuerdo?",
    gone: "Esto se elimina ahora y no se puede recuperar:",
    line: (place) => `el texto de ${place}`,
    index: "su entrada en la búsqueda, por palabras y por significado",
    link: "el enlace del grafo",
    workflow: "el procedimiento",
    profile: "esta entrada sobre ti",
    message: "las palabras de la conversación; se reemplazan por [forgotten]",
    rest: "Después se muestran todos los demás lugares que todavía lo contienen, para que decidas.",
    button: "Olvidar",
    working: "Olvidando",
    done: "Olvidado",
    nowhere: "Ningún otro lugar lo contiene.",
    versions: (count) =>
      count === 1
        ? "También se quitó de una versión guardada de un archivo."
        : `También se quitó de ${count} versiones guardadas de archivos.`,
    copies: "Está olvidado, pero estos lugares todavía lo contienen",
    copiesText: "Marca lo que también deba irse. Las palabras se reemplazan por [forgotten].",
    kinds: {
      memories: "Otros recuerdos con el mismo texto",
      files: "Otros archivos",
      sessions: "Conversaciones",
      transcripts: "Transcripciones",
      history: "Historial del espacio de trabajo (empieza de nuevo)",
      runs: "Prompts guardados (se eliminan)",
      backups: "Copias de seguridad de la base de datos",
      versions: "Versiones guardadas de archivos",
    },
    where: (place, count) => (count > 1 ? `${place} (${count})` : place),
    leave: "Dejarlos",
    purge: "Eliminarlos también",
    purged: (count) => counted(count, "copia eliminada", "copias eliminadas"),
  },
  add: {
    button: "Nueva nota",
    title: "Escribir una nota",
    text: "Va al archivo de hoy de la carpeta de memoria, y se encuentra al momento.",
    label: "Nota",
    kind: "Tipo",
    kinds: {
      note: "Nota",
      decision: "Decisión",
      outcome: "Resultado",
      strategy: "Estrategia",
      interaction: "Interacción",
    },
    save: "Anotarla",
    done: (path) => `Escrito en ${path}`,
  },
  consolidate: {
    menu: "Pasar las notas diarias a MEMORY.md",
    title: "Pasar las notas diarias a MEMORY.md",
    mode: "Cómo",
    modes: { append: "Añadir lo nuevo", rewrite: "Reescribirlo todo" },
    texts: {
      append:
        "El modelo lee las notas que cambiaron desde la última vez. Lo que MEMORY.md aún no contiene se añade al final.",
      rewrite:
        "El modelo reescribe MEMORY.md a partir de sí mismo y de las notas. Ves la diferencia antes de que se escriba nada; las secciones soñadas y fijadas se quedan.",
    },
    buttons: { append: "Añadir", rewrite: "Proponer" },
    working: "Leyendo las notas",
    proposed: "Un nuevo MEMORY.md",
    proposedText: "Todavía no se ha escrito nada.",
    before: "Como está",
    after: "Como quedaría",
    leave: "Dejarlo",
    write: "Escribirlo",
    done: "Las notas se añadieron a MEMORY.md",
    nothing: "No hay nada nuevo en las notas",
    open: "Abrir",
  },
  more: "Más sobre la memoria",
  export: "Exportar todo como JSONL",
  exported: (name) => `${name} contiene toda la memoria`,
  import: "Importar una exportación JSONL",
  importStopped: "Se detuvo la importación. Lo importado se queda.",
  imported: (files, rows) =>
    files + rows === 0
      ? "Ya se conocía todo lo que contiene"
      : `Importado: ${counted(files, "archivo", "archivos")} y ${counted(rows, "entrada", "entradas")}`,
  broken: (count, line, reason) =>
    count === 1
      ? `La línea ${line} no se pudo leer: ${reason}`
      : `${count} líneas no se pudieron leer, la primera es la ${line}: ${reason}`,
  room: {
    ends: "El espacio para la memoria acaba aquí",
    taken: (count, tokens, budget) =>
      `un prompt lleva ${memories(count)}, ${tokens}${budget === null ? "" : ` de ${budget}`} tokens`,
    show: "Mostrar el presupuesto",
  },
  indexing: {
    stopped: "Se detuvo la lectura. Lo leído se puede encontrar; el resto se lee en el próximo inicio.",
    resume: "Continuar ahora",
  },
  embedding: {
    label: "Aprendiendo el significado de los recuerdos",
    running: (left) =>
      left === "1"
        ? "1 todavía no se puede buscar por significado; hasta entonces se encuentra por palabras."
        : `${left} todavía no se pueden buscar por significado; hasta entonces se encuentran por palabras.`,
    paused: (left) => `En pausa; faltan ${left}. Se encuentran por palabras, no por significado.`,
    failed: (left, problem) =>
      `${left} se ${left === "1" ? "encuentra" : "encuentran"} solo por palabras. ${problem}`,
    changed: (model) => `Todo se lee de nuevo para ${model}; hasta entonces se usa el modelo anterior.`,
    stop: "Detener",
    resume: "Continuar",
  },
  switches: {
    extract: "Aprender de los turnos",
    extractOn: (agent) => `${agent} lee cada turno en segundo plano y guarda lo importante.`,
    extractOff: (agent) =>
      `${agent} no lee los turnos. Los mensajes que salen de su historial se anotan igualmente.`,
    off: (agent) => `La memoria está desactivada para ${agent}: no se recupera nada, no se escribe nada.`,
    shared: (agent) =>
      `${agent} está compartido con otros, así que no tiene memoria: no se recupera nada para él y no se aprende nada de él.`,
    restricted: (agent) =>
      `Esta carpeta está restringida, así que ${agent} no aprende nada de los turnos hasta que confíes en ella.`,
    turnOn: "Activar la memoria",
  },
  learned: {
    last: "Aprendido en el último turno",
    lastShort: "Del último turno",
    lastBefore: (when) => `Aprendido ${when}`,
    line: (count) => (count === 0 ? "No aprendió nada" : `Aprendió ${counted(count, "cosa", "cosas")}`),
    refused: (count) =>
      count === 1
        ? "Se rechazó 1 cosa: no era un dato en una sola frase"
        : `Se rechazaron ${count} cosas: no eran datos en una sola frase`,
    by: {
      rules: "encontrado con reglas sencillas, sin modelo",
      model: "leído por el modelo",
      tool: "escrito por el agente",
    },
    cost: (tokens) => `${tokens} tokens`,
    undo: "Deshacer",
    undoLabel: (what) => `Deshacer: ${what}`,
    undone: "deshecho",
    took: (removed, kept) =>
      kept === 0
        ? `Deshecho: ${counted(removed, "cosa", "cosas")}`
        : `Deshecho: ${removed}. ${counted(kept, "cambió desde entonces y se queda", "cambiaron desde entonces y se quedan")}.`,
    more: (count) => `y ${count} más`,
    show: "Mostrar",
    list: "Lo que se aprendió",
    outside: "fuera de una conversación",
  },
  graphView: {
    label: "Entidades y enlaces",
    entities: "Entidades",
    filter: "Filtrar nombres",
    links: (count) => counted(count, "enlace", "enlaces"),
    total: (entities, relations) =>
      `${countedText(entities, "entidad", "entidades")}, ${countedText(relations, "enlace", "enlaces")}`,
    choose: "Elige una entidad",
    chooseText: "Después ves a dónde lleva, paso a paso.",
    nothing: (filter) => `Ninguna entidad se llama «${filter}»`,
    hops: "Pasos",
    hop: (hops) => counted(hops, "paso", "pasos"),
    around: (name) => `Alrededor de ${name}`,
    picture: (name, count) => `${name} y ${count} a su alrededor; la tabla tiene el mismo contenido`,
    table: "A dónde lleva",
    columns: { name: "Entidad", hops: "Pasos", way: "Cómo", sure: "Seguridad" },
    lone: "Desde aquí no lleva a nada todavía.",
    show: "Mostrar como",
    forms: { picture: "Imagen", table: "Tabla" },
    more: (count) => counted(count, "más está en la tabla", "más están en la tabla"),
    open: "Abrir la nota",
    some: (shown, total) => `${shown} de ${total}, las que tienen más enlaces`,
  },
  dream: {
    title: "Vista previa del sueño",
    show: "Vista previa del sueño",
    nothingWritten: "todavía no se ha escrito nada",
    text: "Estos salieron con suficiente frecuencia para guardarlos para siempre. Los marcados se añaden a MEMORY.md, nada más cambia.",
    loading: "Buscando lo que salió a menudo",
    parts: {
      frequency: "frecuente",
      relevance: "relevante",
      recency: "reciente",
      diversity: "variado",
      days: "días",
    },
    needs: (score) => `necesita ${score}`,
    how: (hits, queries, days) =>
      `Preguntado de ${counted(queries, "manera", "maneras")} ${days === 1 ? "en un día" : `en ${days} días`}. ${counted(hits, "acierto", "aciertos")}.`,
    unticked: (hits) => `Desmarcaste este. Recuperado ${times(hits)}.`,
    fromOutside: (hits) => `No viene de ti, así que solo tú puedes guardarlo. Recuperado ${times(hits)}.`,
    oneDay: (hits) =>
      hits === 1
        ? "Recuperado 1 vez. Márcalo si debe guardarse."
        : `Recuperado ${times(hits)}, todas en un día. Márcalo si debe guardarse.`,
    notOffered: (hits) =>
      `No es una sola frase que afirme algo. Márcalo si debe guardarse. Recuperado ${times(hits)}.`,
    notNow: (count) => `Esta vez no, ${count}`,
    verdicts: {
      promote: "",
      "promoted-before": "guardado antes",
      "too-few-hits": (hits) => `recuperado ${times(hits)}, necesita ${DREAM_RULE.hits}`,
      "too-few-queries": "siempre la misma pregunta",
      "low-score": (score) => `puntuación ${score}, necesita ${DREAM_RULE.score}`,
      "over-limit": `otros ${DREAM_RULE.promotions} van antes`,
    },
    keep: (count) => `Guardar ${count}`,
    keeping: "Escribiendo",
    later: "Ahora no",
    kept: (count) => counted(count, "recuerdo se guarda para siempre", "recuerdos se guardan para siempre"),
    keptNone: "No se guardó nada; el diario lo dice",
    undone: (count) => counted(count, "recuerdo salió de MEMORY.md", "recuerdos salieron de MEMORY.md"),
    empty: "Todavía no hay nada que soñar",
    emptyText:
      "Aquí se ofrecen, para guardarlos para siempre, los recuerdos que los turnos necesitaron al menos tres veces y de dos maneras.",
    last: (when, count) => `Último sueño ${when}, ${counted(count, "guardado", "guardados")}`,
    never: "Ningún sueño todavía",
    next: (when) => `próximo: ${when}`,
    byItself: "Mirar una vez al día",
    as: "Mostrar como",
    forms: { bars: "Barras", table: "Tabla" },
    table: "Candidatos con sus cifras",
    columns: {
      fact: "Recuerdo",
      hits: "Aciertos",
      ways: "Maneras",
      days: "Días",
      score: "Puntuación",
    },
    waiting: (count) =>
      counted(
        count,
        "recuerdo espera a guardarse para siempre",
        "recuerdos esperan a guardarse para siempre",
      ),
    look: "Mirar",
  },
  diary: {
    title: "Diario de sueños",
    sweeps: "Sueños que guardaron algo",
    kept: (count) => counted(count, "guardado", "guardados"),
    undo: "Deshacer",
    undoLabel: (when) => `Deshacer el sueño de ${when}`,
    text: "DREAMS.md",
    open: "Abrir DREAMS.md",
    empty: "Ningún sueño todavía",
    emptyText: "Aquí se anota cada sueño: cuántos recuerdos se miraron y cuáles se guardaron.",
  },
};
