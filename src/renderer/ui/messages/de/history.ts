import type { Messages } from "../messages.ts";
import { form } from "./plural.ts";

const count = (files: number) => form(files, "1 Datei", `${files} Dateien`);

export const history: Messages["history"] = {
  title: "Verlauf",
  part: "Was gezeigt wird",
  parts: { changes: "Änderungen", states: "Stände", trash: "Papierkorb" },
  text: "Jeder Stand des Arbeitsbereichs, der aufbewahrt wurde. Beim Wiederherstellen geht nichts verloren: Was jetzt da ist, wird vorher aufbewahrt.",
  list: "Stände des Arbeitsbereichs",
  workspace: "Arbeitsbereich",
  loading: "Der Verlauf wird gelesen",
  failed: "Der Verlauf konnte nicht gelesen werden.",
  off: "Für diesen Arbeitsbereich wird kein Verlauf geführt",
  offText:
    "Satchel kann jeden Stand aufbewahren: nach einem Gespräch, nach einem Traum, vor jedem Wiederherstellen. Alles bleibt im Ordner .satchel des Projekts.",
  enable: "Verlauf führen",
  empty: "Noch ist nichts aufbewahrt",
  emptyText: "Der erste Stand wird aufbewahrt, wenn ein Gespräch endet, oder jetzt.",
  checkpoint: "Diesen Stand aufbewahren",
  checkpointed: "Dieser Stand ist aufbewahrt",
  nothingNew: "Seit dem letzten hat sich nichts geändert",
  files: count,
  beginning: "Der Anfang",
  kinds: {
    checkpoint: (what) =>
      ({
        initial: "Der Anfang",
        manual: "Von Hand aufbewahrt",
        "before restore": "Vor einem Wiederherstellen",
      })[what] ?? `Aufbewahrt: ${what}`,
    "session-close": () => "Nach einem Gespräch",
    dream: (what) => `Traum, ${what.replace("promotion(s)", "behalten")}`,
    restore: (what, when = null) =>
      `Wiederhergestellt: ${what || "alles"}${when === null ? "" : `, Stand ${when}`}`,
  },
  compareLabel: "Vergleichen",
  compare: { step: "Was sich da geändert hat", since: "Was sich seither geändert hat" },
  changed: "Geänderte Dateien",
  changes: { added: "neu", changed: "geändert", removed: "entfernt" },
  before: (when) => (when === null ? "Vorher" : `Vorher, ${when}`),
  after: (when) => (when === null ? "Nachher" : `Nachher, ${when}`),
  asThen: (when) => (when === null ? "Wie es damals war" : `Wie es war, ${when}`),
  now: () => "Wie es jetzt ist",
  sides: "Was verglichen wird",
  restoreFile: "Diese Datei wiederherstellen",
  restoreAll: "Alles wiederherstellen",
  restored: (paths) =>
    paths.length === 1 ? `${paths[0]} ist wie früher` : `${count(paths.length)} sind wie früher`,
  alreadySo: "Alles ist schon so wie damals",
  first: "Der erste Stand, der aufbewahrt wurde",
  firstText: "Davor gibt es nichts zum Vergleichen. Sieh dir an, was sich seither geändert hat.",
  same: "Keine Unterschiede",
  sameText: {
    step: "Dieser Stand hat dieselben Dateien wie der davor.",
    since: "Die Dateien sind jetzt wie damals.",
  },
  binary: "Diese Datei ist kein Text",
  binaryText: "Sie lässt sich wiederherstellen, aber nicht vergleichen.",
};
