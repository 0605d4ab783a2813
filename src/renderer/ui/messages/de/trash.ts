import { bytesText } from "#shared/model/number-text.ts";
import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";
import type { Messages } from "../messages.ts";
import { form } from "./plural.ts";

export const trash: Messages["trash"] = {
  title: "Papierkorb",
  text: "Gelöschte Dateien und Gespräche. Sie bleiben hier, bis der Papierkorb geleert wird oder eine Grenze erreicht ist.",
  list: "Gelöschte Dateien und Gespräche",
  loading: "Der Papierkorb wird gelesen",
  failed: "Der Papierkorb konnte nicht gelesen werden.",
  empty: "Der Papierkorb ist leer",
  emptyText: "Gelöschte Dateien und Gespräche erscheinen hier und lassen sich wiederherstellen.",
  deleted: (who, when) => (who === null ? `Gelöscht ${when}` : `Gelöscht (${who}), ${when}`),
  inSystem: "im Papierkorb des Systems; der Text ist hier aufbewahrt",
  restore: "Wiederherstellen",
  restoreOne: (name) => `${name} wiederherstellen`,
  restored: (name) => `${name} ist wiederhergestellt`,
  used: (count, bytes) => `${form(count, "1 Eintrag", `${count} Einträge`)}, ${bytes}.`,
  limits: (days, bytes) => `${form(days, "1 Tag", `${days} Tage`)} lang aufbewahrt, innerhalb von ${bytes}.`,
  emptyIt: "Papierkorb leeren",
  emptyNow: "Endgültig löschen",
  emptied: "Der Papierkorb ist leer",
  question: (count) => form(count, "1 Eintrag endgültig löschen?", `${count} Einträge endgültig löschen?`),
  questionText: `Das lässt sich nicht rückgängig machen. Texte von Dateien bis ${bytesText(MAX_EDITABLE_BYTES)} lassen sich unter Änderungen noch wiederherstellen, solange sie dort aufbewahrt sind; Gespräche nicht.`,
};
