import { decimalText, numberText } from "#shared/model/number-text.ts";
import type { Messages } from "../messages.ts";
import { counted } from "./plural.ts";

/** Of a natural logarithm: `0,9×` is a little more likely without, `12×` twelve times less likely. */
const factor = (drop: number): string => {
  const value = Math.exp(Math.min(drop, 13.9));
  if (drop > 13.8) return "más de un millón×";
  return value >= 10 ? `${numberText(Math.round(value))}×` : `${decimalText(value, 1)}×`;
};

const sentences = (count: number) => counted(count, "frase", "frases");

/** How many times more or less likely, from a natural logarithm. */
const times = (drop: number): string => {
  const value = Math.exp(Math.abs(drop));
  if (value >= 1_000_000) return "más de un millón de veces";
  if (value >= 100) return `${numberText(Number(value.toPrecision(2)))} veces`;
  return value >= 10 ? `${Math.round(value)} veces` : `${decimalText(value, 1)} veces`;
};

const points = (share: number): string => `${Math.round(share * 100)} %`.replace("-", "−");
const lessOf = (drop: number): string => (drop < 0 ? `un ${points(-drop)} más` : `un ${points(drop)} menos`);

export const influence: Messages["influence"] = {
  whatMattered: "Qué importó",
  tabs: { quoted: "Citado", moved: "Influyó", ledger: "Con el tiempo" },
  movedTab: {
    loading: "Buscando modelos que puedan estimarlo",
    failed: "No se pudo estimar",
    none: "Sin estimar todavía",
    noneText:
      "Un archivo de modelo en este equipo puede decir cuánto menos probable se vuelve esta respuesta cuando falta una parte del prompt.",
    noModel:
      "No hay ningún archivo de modelo para estimarlo. Añade uno pequeño, o pregunta de nuevo al propio modelo sin una parte.",
    addModel: "Añadir un archivo de modelo",
    estimateWith: "Estimar con",
    own: (name) => `${name} (escribió la respuesta)`,
    measure: "Medir",
    again: "Medir de nuevo",
    goOn: "Continuar",
    stop: "Detener",
    measuring: "Midiendo",
    starting: "Cargando el modelo",
    progress: (done, known, tokens) =>
      `${done} de al menos ${counted(known, "prompt", "prompts")}, ${tokens} tokens leídos`,
    cost: (parts, search, each) =>
      `${counted(parts, "parte", "partes")}. Lee unos ${search} tokens o más en este equipo; una a una serían ${each}.`,
    estimatedBy: (name, isOwn) =>
      isOwn
        ? `Estimado por ${name}, que escribió la respuesta.`
        : `Estimado por ${name}, en lugar del modelo que respondió.`,
    took: (prompts, tokens, fewer) =>
      `${prompts} prompts, ${tokens} tokens leídos${fewer >= 2 ? `, ${Math.round(fewer)} veces menos que una a una` : ""}.`,
    stopped: "Se detuvo. Lo que se sabía hasta entonces está abajo.",
    brokeOff: (problem) => `Se interrumpió: ${problem} Lo que se sabía hasta entonces está abajo.`,
    judgedUpTo: (judged, answer) =>
      `Se juzgaron los primeros ${judged} de los ${answer} tokens de la respuesta.`,
    toolsLeft: (tokens) =>
      `Las definiciones de herramientas (${tokens} tokens) se envían junto a los mensajes y no se dejaron fuera.`,
    part: "Parte",
    sent: "Enviado",
    without: "Sin ella, la respuesta es",
    quoted: "Citado",
    kinds: { layer: "capa", group: "varias", section: "sección" },
    lessLikely: (drop) => (drop < 0 ? `${times(drop)} más probable` : `${times(drop)} menos probable`),
    notMoved: "tan probable como antes",
    interval: (low, high) => `95 %: de ${factor(low)} a ${factor(high)}`,
    reduced: "· en un prompt corto",
    notOpened: (parts) =>
      parts === 1 ? "su parte no se midió por separado" : `sus ${parts} partes solo se quitaron juntas`,
    together: (parts) =>
      parts === 1
        ? "1 parte solo se quitó junto con otras, y no tiene cifra propia."
        : `${parts} partes solo se quitaron junto con otras, y no tienen cifra propia.`,
    oneByOne: (tokens) => `Medir una a una (lee unos ${tokens} tokens)`,
    restless: (drop) =>
      `Para este modelo, un espacio más o menos vuelve esta respuesta hasta ${times(drop)} más o menos probable, así que solo cuenta como influencia lo que hace mucho más.`,
    notWeighed: (title, problem) => `No se pudo dejar fuera ${title}: ${problem}`,
    nothingYet: "Todavía no se ha medido ninguna parte.",
    actions: "Qué hacer con esta parte",
    againWithoutPart: (part) => `Responder de nuevo sin ${part}`,
    parts: "Partes que se pueden dejar fuera",
    askedAgain: "Preguntando de nuevo al modelo",
  },
  again: {
    title: (part) => `Responder de nuevo sin ${part}`,
    text: "El mismo modelo recibe el mismo prompt sin esta parte. No ejecuta herramientas, y no se aprende nada de ello.",
    times: "Respuestas de cada lado",
    once: "una, sin la parte",
    each: (count) => `${count} con ella y ${count} sin ella`,
    price: (calls, read, wrote) =>
      `${counted(calls, "llamada", "llamadas")}, ${read} tokens de entrada y ${wrote} de salida`,
    local: "gratis, se ejecuta aquí",
    unknown: "no se conoce su precio",
    ask: (calls) => (calls === 1 ? "Preguntar una vez" : `Preguntar ${calls} veces`),
    asking: (done, of) => `${done} de ${of} respuestas`,
    first: "La respuesta",
    without: "Sin la parte",
    withIt: "Con la parte, de nuevo",
    bill: (input, output) => `${input} de entrada, ${output} de salida`,
    back: "Volver a las partes",
    dollars: (dollars) => `$${decimalText(dollars, dollars < 0.01 ? 4 : 2)}`,
    notReported: "sin datos",
    called: (names) => `Quiso llamar a ${names}.`,
    empty: "Sin palabras.",
    outcome: ({ moved, drop, low, high, answers }) =>
      `${moved ? "Influyó en la respuesta" : "No se ve diferencia"}: sin la parte, las respuestas comparten ${lessOf(drop)} de palabras con la primera${answers === null || answers < 2 ? "" : ` (95 %: de ${points(low)} a ${points(high)} menos; ${answers} respuestas de cada lado)`}.`,
  },
  ledger: {
    title: "Lo que ha costado cada archivo, y si importó",
    loading: "Sumando lo que se envió",
    failed: "No se pudo leer el balance",
    none: "Todavía no se ha enviado nada",
    noneText:
      "Después de las primeras respuestas, aquí aparece lo que ha costado cada archivo y cada recuerdo.",
    columns: {
      source: "Archivo o recuerdo",
      times: "Enviado",
      tokens: "Tokens",
      quoted: "Citado",
      moved: "Influyó",
    },
    times: (count) => counted(count, "vez", "veces"),
    of: (count, all) => `${count} de ${all}`,
    share: (low, high) => `${Math.round(low * 100)} a ${Math.round(high * 100)} %`,
    notSampled: "sin muestra",
    exempt: { soul: "Alma: sin consejo", pinned: "fijado: sin consejo" },
    advice: (tokens, sampled, atMost) =>
      `Cuesta ${tokens} tokens por turno. Se dejó fuera de ${counted(sampled, "respuesta de muestra", "respuestas de muestra")} y no cambió nada medible (95 %: como máximo ${Math.max(1, Math.round(atMost * 100))} %).`,
    tryWithout: (name) => `Probar sin ${name}`,
    sampling: "Tomar muestras de respuestas en segundo plano",
    samplingText: {
      known: "Solo mientras el equipo está inactivo y enchufado.",
      unknown:
        "Aquí no se puede saber si el equipo está enchufado o en uso, así que se guía por cinco minutos sin mensajes.",
    },
    states: {
      off: "",
      "no-model": "No hay ningún archivo de modelo con que juzgar.",
      waiting: "Espera a que el equipo esté inactivo.",
      battery: "Espera a que el equipo esté enchufado.",
      measuring: "Está midiendo una respuesta.",
    },
  },
  movedBy: (drop) => `influyó en la respuesta: ${times(drop)} menos probable sin ello`,
  ask: "De dónde sale esto",
  askMarked: "¿De dónde sale esto?",
  titles: {
    quoted: "De dónde sale la respuesta",
    moved: "Qué influyó en la respuesta",
    ledger: "Lo que ha costado cada archivo",
  },
  texts: {
    quoted:
      "Las frases que comparten palabras con lo que se envió están subrayadas. Marca una para ver los pasajes.",
    moved: "Cuánto menos probable se vuelve la misma respuesta cuando falta una parte del prompt.",
    ledger: "Cuántas veces se envió cada archivo y recuerdo, y en cuántas respuestas se sabe que importó.",
  },
  limits: {
    moved:
      "Que una parte influyera en la respuesta no significa que la mejorara. Si dos partes dicen lo mismo, puede parecer que ninguna influye.",
    ledger: "Solo cuentan como muestra las respuestas que se midieron. Nunca se quita nada por sí solo.",
  },
  loading: "Comparando la respuesta con lo que se envió",
  failed: "No se pudo comparar la respuesta",
  answer: "Frases de la respuesta",
  passages: "Pasajes",
  none: "Nada de lo que se envió se le parece",
  noneText:
    "Ningún texto enviado comparte con ella seis palabras seguidas, un nombre raro o un número raro. Aun así puede venir de uno, con otras palabras, o de lo que el modelo aprendió antes.",
  pick: "Ninguna frase marcada",
  pickText: "Marca una frase de la respuesta para ver lo que comparte con lo que se envió.",
  kinds: {
    run: "mismas palabras",
    name: "nombre raro",
    number: "número raro",
    words: "palabras parecidas",
  },
  open: (file, line) => (line === null ? `Abrir ${file}` : `Abrir ${file} en la línea ${line}`),
  line: (line) => `línea ${line}`,
  moved: "ya no está en el archivo",
  sources: {
    soul: "Alma",
    core: "Archivo base",
    files: "Archivo",
    system: "Prompt de sistema",
    tools: "Herramientas",
    memory: "Memoria",
    history: "Mensaje anterior",
    message: "Tu mensaje",
    overhead: "Sobrecoste",
  },
  compared: (segments, words) =>
    `Comparado en este equipo con ${segments} partes del prompt, ${words} palabras. Que compartan palabras no demuestra que la respuesta las necesitara.`,
  upTo: (chars) => `La respuesta es muy larga: solo se compararon sus primeros ${chars} caracteres.`,
  quotedIn: (count) => `citado en ${sentences(count)}`,
  lastQuotes: (count) => `La última respuesta cita esto en ${sentences(count)}.`,
};
