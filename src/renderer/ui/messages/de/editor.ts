import { bytesText } from "#shared/model/number-text.ts";
import { MAX_PAGE_PICTURE_BYTES } from "#shared/model/size-limit.ts";
import type { Messages } from "../messages.ts";
import { form } from "./plural.ts";

export const editor: Messages["editor"] = {
  tabs: "Offene Dateien",
  unsaved: "ungespeichert",
  closeTab: (name) => `${name} schließen`,
  text: (name) => `Text von ${name}`,
  nothingOpen: "Keine Datei ist offen",
  nothingOpenText: "Wähle eine aus den Dateien oder suche nach dem Namen.",
  search: "Dateien suchen",
  loading: "Die Datei wird geöffnet",
  write: "Schreiben",
  read: "Lesen",
  mode: "Schreiben oder lesen",
  priority: (value) => `Priorität ${value}`,
  tags: (value) => `Tags ${value}`,
  readOnly: "nur lesen",
  saved: (name) => `${name} ist gespeichert`,
  savedAll: (names) =>
    names.length === 1 ? `${names[0]} ist gespeichert` : `${names.length} Dateien sind gespeichert`,
  savedToSend: (names) =>
    names.length === 1
      ? `${names[0]} wurde vor dem Senden gespeichert`
      : `${names.length} Dateien wurden vor dem Senden gespeichert`,
  sendSaves: (names) =>
    names.length === 1
      ? `${names[0]} wird gespeichert, wenn du sendest. Der ungespeicherte Text ist mitgezählt.`
      : `${names.length} Dateien werden gespeichert, wenn du sendest. Der ungespeicherte Text ist mitgezählt.`,
  saveFailed: (name, why) => `${name} wurde nicht gespeichert. ${why}`,
  removed: (name) => `${name} ist nicht mehr auf der Platte.`,
  removedText: "Der Text bleibt hier, bis du ihn schließt.",
  keep: "Wieder schreiben",
  close: "Schließen",
  openFailed: (name) => `${name} konnte nicht geöffnet werden.`,
  tryAgain: "Noch einmal versuchen",
  conflict: {
    title: (name) => `${name} wurde von einem anderen Programm geändert`,
    text: "Links, was auf der Platte ist, rechts deins. Die rechte Seite lässt sich noch bearbeiten.",
    disk: "Auf der Platte",
    mine: "Deins",
    merge: "Beide zusammenführen",
    merged: (clashes) =>
      clashes === 0
        ? "Es gibt keine Konflikte: Die rechte Seite enthält beide Änderungen. Prüfe sie und speichere dann."
        : "Beide haben dieselben Zeilen geändert. Jeder Konflikt steht rechts zwischen Markierungen. Behalte, was du willst, und entferne die Markierungen.",
    clashes: (count) => form(count, "1 Stelle zu entscheiden", `${count} Stellen zu entscheiden`),
    saveMerged: "Rechte Seite speichern",
    savedMerged: (name) => `${name} ist mit beidem gespeichert`,
    keepMine: "Meins behalten",
    takeTheirs: "Das von der Platte",
    keptMine: (name) => `Deine Version von ${name} ist gespeichert`,
    tookTheirs: (name) => `${name} ist wie auf der Platte`,
  },
  unsavedClose: (name) => `${name} wurde ohne Speichern geschlossen`,
  drafts: (count) =>
    form(
      count,
      "Eine ungespeicherte Datei wurde zurückgeholt",
      `${count} ungespeicherte Dateien wurden zurückgeholt`,
    ),
  frontMatter: {
    priority: {
      title: "Platz unter den Dateien",
      text: "Eine ganze Zahl, 0 kommt zuerst. Dateien ohne Zahl haben 100; wenn der Platz nicht reicht, fallen die letzten zuerst weg.",
      example: "10",
    },
    tags: {
      title: "Tags",
      text: "Durch Kommas getrennt. Ein Agent mit „Nur diese Tags“ bekommt Dateien, die eins davon haben.",
      example: "küche, geteilt",
    },
  },
  consequence: {
    fallsOut: (size, name, others) =>
      others > 0
        ? `${size} Token: ${name} und ${others} weitere fallen heraus.`
        : `${size} Token: ${name} fällt heraus.`,
    isCut: (size, name, others) =>
      others > 0
        ? `${size} Token: ${name} und ${others} weitere werden gekürzt.`
        : `${size} Token: ${name} wird gekürzt.`,
    breaksCache: (size, cached) =>
      `${size} Token: Der Cache bricht hier ab, ${cached} Token werden neu gelesen.`,
    room: "Platz machen",
    show: "Zeigen",
    noRoom: (name) =>
      `${name} lässt sich nicht mit einer einzigen Änderung behalten. Das Budget zeigt, was den Platz braucht.`,
  },
  split: "Zwei Dateien nebeneinander zeigen",
  unsplit: "Eine Datei zeigen",
  previewTab: (path) => `${path}. Doppelklick hält die Datei offen.`,
  aside: {
    title: "Gliederung und Links",
    close: "Gliederung und Links schließen",
    outline: "Gliederung",
    noHeadings: "Diese Datei hat keine Überschriften.",
    backlinks: "Links auf diese Notiz",
    noBacklinks: "Keine andere Notiz verlinkt hierher.",
  },
  note: {
    missing: (target) => `Es gibt noch keine Notiz „${target}“. Klicke, um sie anzulegen.`,
    create: (target) => `„${target}“ anlegen?`,
    createText:
      "Keine Datei heißt so. Sie wird neben der Notiz angelegt, die auf sie verlinkt, wenn du nichts anderes sagst.",
    createPath: "Pfad der neuen Notiz",
    createButton: "Anlegen",
    loading: (path) => `${path} wird geladen`,
    embedded: (name) => `Aus ${name}`,
    cycle: "(enthält diese Notiz und wird deshalb hier nicht noch einmal gezeigt)",
    tooDeep: "(zu viele Notizen ineinander, um es hier zu zeigen)",
    noText: "(lässt sich hier nicht zeigen)",
    noHeading: "Die Notiz hat keine solche Überschrift.",
    shortened: "Das ist der Anfang einer langen Notiz. Öffne sie, um alles zu lesen.",
    tooManyPictures: (path) =>
      `${path} wird nicht gezeigt: Diese Seite hat mehr als ${bytesText(MAX_PAGE_PICTURE_BYTES)} an Bildern.`,
    task: "Erledigt",
    properties: "Eigenschaften",
    empty: "leer",
    brokenYaml: (line, why) =>
      `Das YAML am Anfang hat einen Fehler in Zeile ${line}. ${why} Was sich lesen ließ, wird gezeigt, und nichts davon kommt in Prompts.`,
  },
  cut: (agent) => `${agent} liest bis hierher`,
  cutBy: (share) => `um ${share} gekürzt`,
  goToCut: "Dorthin gehen, wo gekürzt ist",
  cutSize: (sent, raw) => `${sent} von ${raw} Token.`,
};
