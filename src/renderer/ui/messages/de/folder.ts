import type { Messages } from "../messages.ts";
import { countedText } from "./plural.ts";

export const folder: Messages["folder"] = {
  choice: {
    title: (name) => `Wie soll dein Agent ${name} lesen?`,
    is: "Dieser Ordner ist",
    kinds: {
      project: "ein Satchel-Projekt",
      workspace: "der Arbeitsbereich eines Agenten",
      vault: "eine Notizsammlung (Vault)",
      code: "Code",
      documents: "eine Sammlung von Dokumenten",
    },
    kind: "Was dieser Ordner ist",
    untouched: "Satchel schreibt nur in seinen Ordner .satchel.",
    counted: (files, tokens) => `${countedText(files, "Textdatei", "Textdateien")} mit ${tokens} Token.`,
    counting: (files, tokens) =>
      `Bisher ${countedText(files, "Textdatei", "Textdateien")} mit ${tokens} Token, es wird noch gezählt.`,
    reading: "Die Dateien werden angesehen …",
    proposals: {
      everything: [
        "Alles senden, was passt",
        "Jede Frage geht mit allen Dateien, so weit das Fenster reicht.",
      ],
      find: [
        "Für jede Frage finden, was zählt",
        "Stellen, die zur Frage passen, werden gesucht und mitgesendet.",
      ],
      choose: [
        "Dateien auswählen",
        "Die Dateien, die du nennst, werden immer gesendet. Im Rest wird gesucht.",
      ],
    },
    recommended: "Empfohlen",
    used: (used, window, percent) => `${used} von ${window} Token (${percent})`,
    sent: (sent) => `${countedText(sent, "Datei", "Dateien")} gesendet`,
    leftOut: (count) => `${count} weggelassen`,
    recall: (tokens) => `bis zu ${tokens} Token pro Frage`,
    tooLarge: "Viel mehr Text, als hineinpasst",
    globs: "Zu sendende Dateien",
    globsHelp: "Eine pro Zeile. Beispiel: Projekte/**/*.md",
    take: "Das nehmen",
    later: "Später entscheiden",
  },
  list: {
    label: "Ordner",
    up: "Ein Ordner höher",
    none: "Hier sind keine Ordner.",
    more: (count) => `${count} weitere. Tippe, um sie einzugrenzen.`,
  },
};
