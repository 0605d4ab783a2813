import { numberText } from "#shared/model/number-text.ts";
import { reasonText } from "#shared/model/read-reason-text.ts";
import type { ReaderProfile } from "#shared/model/reader.ts";
import type { Messages } from "../messages.ts";
import { counted } from "./plural.ts";

const states = {
  whole: "Leído entero",
  cut: "Cortado",
  conditional: "Con condición",
  ondemand: "A petición",
  lost: "Perdido",
  never: "Nunca",
} as const;

const units = { bytes: "bytes", utf16: "caracteres", chars: "caracteres", lines: "líneas" } as const;

type Used = { used: number; max: number | null; tokens: number; files: number };

const limitOf = (profile: ReaderProfile | undefined, { used, max }: Used): string => {
  if (max === null) return "Sin límite.";
  const unit = units[profile?.limit?.unit ?? "bytes"];
  const per = profile?.limit?.per === "file" ? " en el archivo más largo" : "";
  return `${numberText(used)} de ${numberText(max)} ${unit}${per}.`;
};

export const readers: Messages["readers"] = {
  title: "X-ray",
  about: "Lo que otros agentes leen de esta carpeta, y lo que nunca les llega.",
  workingFolder: "Iniciado en",
  thisFolder: "la propia carpeta",
  again: "Mirar otra vez",
  loading: "Mirando la carpeta",
  failed: "No se pudo mirar la carpeta.",
  grid: "Archivos y las herramientas que los leen",
  files: (count) => counted(count, "archivo", "archivos"),
  legend: "Qué significan los signos",
  states,
  column: (profile, used) =>
    `${profile?.name ?? ""} ${profile?.version ?? ""}: ${counted(used.files, "archivo", "archivos")}, unos ${numberText(used.tokens)} tokens desde el principio. ${limitOf(profile, used)} Comprobado ${profile?.checked ?? ""}, confianza ${profile?.confidence ?? ""}${profile?.verified === false ? ", sin verificar" : ""}.`,
  cell: (path, tool, state, cell) =>
    `${path} en ${tool}: ${states[state]}${cell?.cut ? ` en la línea ${numberText(cell.cut.line)}` : `, ${reasonText(cell ?? { reason: "not-its-file" })}`}`,
  notCounted: "sin contar",
  outsideMark: "de fuera",
  countedWith: (encoding) =>
    encoding === "estimate" ? "~ los tokens son estimaciones" : `Tokens contados con ${encoding}`,
  outsideOn: "Incluir mi carpeta personal",
  outsideOff: "Dejar fuera mi carpeta personal",
  outsideText:
    "Varias herramientas leen también archivos personales de la carpeta personal y de las carpetas por encima de esta. Satchel solo mira allí si lo permites. No se envía ni se cambia nada.",
  empty: "Aquí no hay archivos de instrucciones",
  emptyText: "Añade un AGENTS.md: la mayoría de las herramientas lo leen.",
  details: (path, tool) => `${path} en ${tool}`,
  inTool: (tool) => `en ${tool}`,
  cutAt: (cut, lines) =>
    ` en la línea ${numberText(cut.line)} de ${numberText(lines)}: se leen ${numberText(cut.sent)} de ${numberText(cut.of)} ${units[cut.unit === "lines" ? "bytes" : cut.unit]}${cut.tail === undefined ? "" : ", principio y final"}.`,
  met: "Los archivos que se tocaron cumplen la condición.",
  notMet: "Los archivos que se tocaron no cumplen la condición.",
  rule: "La regla",
  confidence: {
    A: "Leído en el código fuente de la herramienta.",
    B: "De la documentación del fabricante.",
    C: "Contado por otros, sin verificar.",
  },
  confidenceShort: { A: "del código fuente", B: "de la documentación", C: "de otros" },
  notVerified: "sin verificar",
  checked: (version, date) => `${version}, comprobado ${date}`,
  fixes: "Qué puedes hacer",
  apply: (title) => `Aplicar: ${title}`,
  applyShort: "Aplicar",
  applied: (title) => `Hecho: ${title}`,
  text: "El texto",
  open: "Abrir en el editor",
  noText: "No se pudo leer este archivo.",
  linesAbove: (count) => counted(count, "línea encima", "líneas encima"),
  linesBelow: (count, partial) => (partial ? "El texto sigue." : counted(count, "línea más", "líneas más")),
  cutHere: "cortado aquí",
  findings: "Hallazgos",
  noFindings: "No hay nada cortado ni oculto.",
  moreFindings: (count) => `y ${numberText(count)} más`,
  overlaps: "Reglas en varios archivos",
  overlapsText:
    "La misma regla dos veces cuesta tokens; dos que se contradicen cuestan más. Las contradicciones se buscan por sus palabras.",
  overlapKinds: { duplicate: "repetida", contradiction: "puede contradecir" },
  keepOne: (path) => `Conservar ${path} como única fuente…`,
  keepNow: "Conservar una sola fuente",
  kept: (path) => `${path} quedó como única fuente`,
  steps: { keep: "se queda como está", import: "se convierte en una importación", remove: "se elimina" },
};
