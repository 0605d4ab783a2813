import { bytesText } from "#shared/model/number-text.ts";
import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";
import type { Messages } from "../messages.ts";
import { countedText, form } from "./plural.ts";

const places = (count: number) => form(count, "1 Stelle", `${count} Stellen`);
const inFiles = (count: number) => form(count, "1 Datei", `${count} Dateien`);

export const files: Messages["files"] = {
  title: "Dateien",
  tree: "Dateien des Projekts",
  filter: "Filter",
  filterLabel: "Dateien filtern",
  filterClear: "Filter leeren",
  newFile: "Neue Datei",
  newFolder: "Neuer Ordner",
  rename: "Umbenennen",
  remove: "Löschen",
  open: "Öffnen",
  copyPath: "Pfad kopieren",
  loading: "Der Baum wird geladen",
  empty: "Hier ist noch nichts",
  emptyText: "Eine Datei namens AGENTS.md sagt dem Agenten, wie er arbeitet.",
  noMatch: (term) => `Keine Datei passt zu „${term}“`,
  noMatchText: "Der Filter sieht auf die Namen.",
  failed: "Die Dateien konnten nicht gelesen werden.",
  leftOut: (count) => `${count} weitere werden nicht gezeigt`,
  name: "Name",
  removed: (name) => `${name} ist gelöscht`,
  created: (name) => `${name} angelegt`,
  changes: "Änderungen zeigen",
  unread: (agent, name) => `${agent} liest ${name} nicht mehr`,
  names: {
    empty: "Es braucht einen Namen.",
    sign: (sign) => `In einem Namen darf kein ${sign} vorkommen.`,
    control: "In einem Namen dürfen keine unsichtbaren Zeichen vorkommen.",
    dots: "So heißt ein Ordner auf dem Weg, keine Datei.",
    end: "Ein Name darf nicht mit einem Punkt oder Leerzeichen enden.",
    reserved: (name) => `${name} ist unter Windows der Name eines Geräts.`,
    "too-long": "Dieser Name ist zu lang. Höchstens 255 Byte sind erlaubt.",
    taken: "Etwas mit diesem Namen gibt es schon.",
  },
  moved: (name, folder) => `${name} ist jetzt in ${folder}`,
  renamed: (name) => `In ${name} umbenannt`,
  projectFolder: "dem Projektordner",
  untitled: "unbenannt.md",
  untitledFolder: "unbenannt",
  copied: "Pfad kopiert",
  legend: "Was die Zeichen bedeuten",
  cutOf: (sent, raw) => `gekürzt, ${sent} von ${raw} Token`,
  tokens: (tokens) => `${tokens} Token`,
  otherModel: (tokens) => `${tokens} Token, für ein anderes Modell gezählt`,
  shortTokens: (tokens, exact) => (exact ? tokens : `~${tokens}`),
  why: { in: "Im Budget zeigen", cut: "Warum gekürzt?", out: "Warum weggelassen?" },
  menu: (name) => `Aktionen für ${name}`,
  mend: {
    title: (name) => `Links auf ${name} anpassen?`,
    text: (truncated, unread) =>
      [
        "An diesen Stellen steht noch der alte Pfad.",
        ...(truncated ? ["Nur die ersten 2.000 sind aufgeführt."] : []),
        ...(unread > 0
          ? [
              form(
                unread,
                "1 Datei oder Ordner konnte nicht gelesen werden.",
                `${unread} Dateien oder Ordner konnten nicht gelesen werden.`,
              ),
            ]
          : []),
        "Was du auswählst, wird als eine Änderung geschrieben, die sich rückgängig machen lässt.",
      ].join(" "),
    places: "Links und Erwähnungen",
    leave: "So lassen",
    button: (count) => form(count, "1 Stelle anpassen", `${count} Stellen anpassen`),
    change: (name) => `Links auf ${name} angepasst`,
    done: (count, files) => `${places(count)} in ${inFiles(files)} angepasst`,
    failed: (why) => `Die Links wurden nicht angepasst. ${why}`,
  },
  find: {
    title: "In allen Dateien suchen",
    label: "Gesuchter Text",
    placeholder: "Suchen",
    case: "Groß- und Kleinschreibung",
    word: "Ganze Wörter",
    regex: "Regulärer Ausdruck",
    replace: "Ersetzen",
    replaceWith: "Ersetzen durch",
    replaceButton: (count) => `${count} ersetzen`,
    include: (path, line) => `In ${path}, Zeile ${line}, ersetzen`,
    change: (query, replacement) => `„${query}“ durch „${replacement}“ ersetzt`,
    replaced: (count, files) => `${places(count)} in ${inFiles(files)} ersetzt`,
    notReplaced: (why) => `Es wurde nichts ersetzt. ${why}`,
    close: "Zurück zu den Dateien",
    results: "Stellen",
    looking: "Sucht",
    count: (hits, files, truncated) =>
      `${truncated ? "Die ersten " : ""}${countedText(hits, "Stelle", "Stellen")} in ${countedText(files, "Datei", "Dateien")}`,
    unread: (count, paths) =>
      `Nicht alles wurde durchsucht. Nicht lesbar: ${paths.join(", ")}${count === String(paths.length) ? "" : `, … (${count} insgesamt)`}.`,
    nothing: (query) => `„${query}“ wurde nicht gefunden`,
    nothingText: `Dateien über ${bytesText(MAX_EDITABLE_BYTES)} und ignorierte werden nicht durchsucht.`,
  },
};
