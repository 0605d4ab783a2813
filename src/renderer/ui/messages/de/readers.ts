import type { ReaderProfile } from "#shared/model/reader.ts";
import { numberText } from "#shared/model/number-text.ts";
import { reasonText } from "#shared/model/read-reason-text.ts";
import type { Messages } from "../messages.ts";
import { counted, form } from "./plural.ts";

const states = {
  whole: "Ganz gelesen",
  cut: "Gekürzt",
  conditional: "Unter Bedingung",
  ondemand: "Bei Bedarf",
  lost: "Verloren",
  never: "Nie",
} as const;

const units = { bytes: "Byte", utf16: "Zeichen", chars: "Zeichen", lines: "Zeilen" } as const;

type Used = { used: number; max: number | null; tokens: number; files: number };

const limitOf = (profile: ReaderProfile | undefined, { used, max }: Used): string => {
  if (max === null) return "Keine Grenze.";
  const unit = units[profile?.limit?.unit ?? "bytes"];
  const per = profile?.limit?.per === "file" ? " in der längsten Datei" : "";
  return `${numberText(used)} von ${numberText(max)} ${unit}${per}.`;
};

export const readers: Messages["readers"] = {
  title: "X-ray",
  about: "Was andere Agenten von diesem Ordner lesen und was sie nie erreicht.",
  workingFolder: "Gestartet in",
  thisFolder: "dem Ordner selbst",
  again: "Noch einmal nachsehen",
  loading: "Der Ordner wird angesehen",
  failed: "Der Ordner konnte nicht angesehen werden.",
  grid: "Dateien und die Tools, die sie lesen",
  files: (count) => counted(count, "Datei", "Dateien"),
  legend: "Was die Zeichen bedeuten",
  states,
  column: (profile, used) =>
    `${profile?.name ?? ""} ${profile?.version ?? ""}: ${form(used.files, "1 Datei", `${used.files} Dateien`)}, etwa ${numberText(used.tokens)} Token von Anfang an. ${limitOf(profile, used)} Geprüft ${profile?.checked ?? ""}, Verlässlichkeit ${profile?.confidence ?? ""}${profile?.verified === false ? ", nicht nachgeprüft" : ""}.`,
  cell: (path, tool, state, cell) =>
    `${path} in ${tool}: ${states[state]}${cell?.cut ? ` in Zeile ${numberText(cell.cut.line)}` : `, ${reasonText(cell ?? { reason: "not-its-file" })}`}`,
  notCounted: "nicht gezählt",
  outsideMark: "außerhalb",
  countedWith: (encoding) =>
    encoding === "estimate" ? "~ Token sind Schätzungen" : `Token gezählt mit ${encoding}`,
  outsideOn: "Meinen Home-Ordner einbeziehen",
  outsideOff: "Meinen Home-Ordner weglassen",
  outsideText:
    "Manche Tools lesen auch persönliche Dateien im Home-Ordner und in den Ordnern über diesem. Satchel sieht dort nur nach, wenn du es erlaubst. Nichts wird gesendet oder geändert.",
  empty: "Hier sind keine Anweisungsdateien",
  emptyText: "Füge eine AGENTS.md hinzu: Die meisten Tools lesen sie.",
  details: (path, tool) => `${path} in ${tool}`,
  inTool: (tool) => `in ${tool}`,
  cutAt: (cut, lines) =>
    ` in Zeile ${numberText(cut.line)} von ${numberText(lines)}: ${numberText(cut.sent)} von ${numberText(cut.of)} ${units[cut.unit === "lines" ? "bytes" : cut.unit]} werden gelesen${cut.tail === undefined ? "" : ", Anfang und Ende"}.`,
  met: "Die angefassten Dateien erfüllen die Bedingung.",
  notMet: "Die angefassten Dateien erfüllen die Bedingung nicht.",
  rule: "Die Regel",
  confidence: {
    A: "Im Quellcode des Tools gelesen.",
    B: "Aus der Dokumentation des Herstellers.",
    C: "Von anderen berichtet, nicht nachgeprüft.",
  },
  confidenceShort: { A: "aus dem Quellcode", B: "aus der Dokumentation", C: "berichtet" },
  notVerified: "nicht nachgeprüft",
  checked: (version, date) => `${version}, geprüft ${date}`,
  fixes: "Was du tun kannst",
  apply: (title) => `Anwenden: ${title}`,
  applyShort: "Anwenden",
  applied: (title) => `Erledigt: ${title}`,
  text: "Der Text",
  open: "Im Editor öffnen",
  noText: "Diese Datei konnte nicht gelesen werden.",
  linesAbove: (count) => `${counted(count, "Zeile", "Zeilen")} darüber`,
  linesBelow: (count, partial) =>
    partial ? "Der Text geht weiter." : form(count, "1 weitere Zeile", `${numberText(count)} weitere Zeilen`),
  cutHere: "hier abgeschnitten",
  findings: "Befunde",
  noFindings: "Nichts ist gekürzt oder verborgen.",
  moreFindings: (count) => `und ${numberText(count)} weitere`,
  overlaps: "Regeln in mehreren Dateien",
  overlapsText:
    "Dieselbe Regel zweimal kostet Token; zwei, die sich widersprechen, kosten mehr. Widersprüche werden an ihren Wörtern erkannt.",
  overlapKinds: { duplicate: "wiederholt", contradiction: "vielleicht widersprüchlich" },
  keepOne: (path) => `${path} als einzige Quelle behalten …`,
  keepNow: "Eine Quelle behalten",
  kept: (path) => `${path} als einzige Quelle behalten`,
  steps: { keep: "bleibt, wie sie ist", import: "wird ein Import", remove: "wird gelöscht" },
};
