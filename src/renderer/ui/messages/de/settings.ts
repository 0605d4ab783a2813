import { decimalText, numberText } from "#shared/model/number-text.ts";
import type { Messages } from "../messages.ts";
import { form } from "./plural.ts";

export const settings: Messages["settings"] = {
  title: "Einstellungen",
  side: "Abschnitte der Einstellungen",
  sections: {
    appearance: "Darstellung",
    you: "Du",
    project: "Dieses Projekt",
    models: "Modelle",
    servers: "Tool-Server",
    team: "Teamräume",
    network: "Netz",
    conversations: "Gespräche",
    trust: "Vertraute Ordner",
    counts: "Tokenzählung nach Modell",
    tools: "Tool-Erlaubnisse",
    warnings: "Warnungen",
    backups: "Sicherungen",
    privacy: "Was diesen Rechner verlässt",
    keys: "Tastenkürzel",
    about: "Über Satchel",
  },
  theme: "Design",
  themeText: "System folgt der Einstellung deines Computers.",
  themes: { light: "Hell", dark: "Dunkel", system: "System" },
  language: "Sprache",
  languageText:
    "Dieses Fensters. Was du schreibst, deine Dateien und was ein Modell antwortet, bleiben, wie sie sind.",
  languageOfSystem: "Wie auf diesem Computer",
  autosave: "Von selbst speichern",
  autosaveText:
    "Schreibt eine Datei eine Sekunde nach dem letzten Tastendruck. Jedes Schreiben lässt sich unter Änderungen rückgängig machen.",
  spelling: "Rechtschreibung prüfen",
  spellingText:
    "Markiert falsch geschriebene englische Wörter in Textfeldern, mit dem Wörterbuch, das zu Satchel gehört.",
  spellingTextMac: "Markiert falsch geschriebene Wörter in Textfeldern, in den Sprachen deines Mac.",
  zoom: "Größe",
  zoomText: "Von allem in diesem Fenster.",
  smaller: "Kleiner",
  larger: "Größer",
  percent: (value) => `${Math.round(value * 100)} %`,
  userName: "Dein Name",
  userNameText: "Nur in Prompts verwendet, die danach fragen.",
  projectName: "Name",
  projectNameText: "Wird oben gezeigt und an Prompts gegeben. Leer: der des Ordners.",
  defaultModel: "Modell",
  defaultModelText:
    "Für Agenten, die keins nennen. Nach einer Änderung werden vielleicht alle Dateien neu gezählt.",
  noModel: "noch keins",
  tokenizer: "Sein Tokenizer",
  tokenizerText:
    "Die eigene tokenizer.json des Modells, mit vollem Pfad. Dann sind die Zahlen exakt; ohne sie werden sie geschätzt, wo wir das Modell nicht kennen.",
  noTokenizer: "keiner",
  timeZone: "Zeitzone",
  timeZoneText: "Was „heute“ in Prompts und Notizen bedeutet. Leer: die dieses Computers.",
  overlay: "Ordner mit deinen eigenen Dateien",
  overlayText:
    "Seine Dateien werden statt der des Arbeitsbereichs gelesen, und Änderungen kommen dorthin. Nur du siehst ihn; er gehört nicht zum Projekt.",
  noOverlay: "keiner",
  kept: {
    days: "Änderungen aufbewahren, in Tagen",
    daysText: "Jede jüngere Änderung lässt sich rückgängig machen.",
    count: "Mindestens so viele Änderungen aufbewahren",
    countText: "Die neuesten bleiben, auch wenn sie älter sind.",
    size: "Platz für Änderungen, in MB",
    sizeText:
      "Die ältesten werden entfernt, wenn ihre Texte mehr brauchen. Der Verlauf zeigt, wie viel belegt ist.",
    trashDays: "Gelöschte Dateien aufbewahren, in Tagen",
    trashDaysText: "Ältere verlassen den Papierkorb des Projekts, wenn es geöffnet wird.",
    trashSize: "Platz für den Papierkorb, in MB",
    trashSizeText: "Die ältesten werden entfernt, wenn er mehr enthält.",
    wrong: "Nötig ist eine ganze Zahl über 0. Leer: der Standard.",
  },
  noCalibrations:
    "Noch nichts zu vergleichen. Nach einer Runde wird, was der Server des Modells gezählt hat, mit der Zählung von Satchel verglichen.",
  calibration: (ratio, samples) =>
    `Sein Server zählt ${decimalText(ratio, 2)} Token, wo Satchel 1 zählt. Gesehen in ${form(samples, "1 Runde", `${samples} Runden`)}.`,
  reset: "Zurücksetzen",
  resetOf: (model) => `Zählung von ${model} zurücksetzen`,
  noApprovals: "Noch keine. Ein Tool, das schreibt, fragt jedes Mal, bis du „immer“ oder „nie“ sagst.",
  approval: (agent, verdict, folder) => {
    if (verdict === "deny") return `${agent} darf es nie nutzen`;
    if (folder === null) return `${agent} darf es ohne Fragen nutzen`;
    return `${agent} darf es ohne Fragen nutzen, für Dokumente direkt ${folder === "." ? "im obersten Ordner des Projekts" : `in ${folder}/`}`;
  },
  revoke: "Wieder fragen",
  revokeOf: (tool) => `Wieder nach ${tool} fragen`,
  revoked: (tool) => `Du wirst wieder nach ${tool} gefragt`,
  trust: {
    none: "Noch nichts. Du wirst gefragt, wenn du einen Ordner mit Dateien für Agenten öffnest.",
    trusted:
      "Vertraut: Seine Dateien gelten als deine, und seine Skills und schreibenden Tools lassen sich nutzen",
    restricted:
      "Eingeschränkt: Seine Dateien gelten als von außen, und nichts darin wird ausgeführt oder gelernt",
    forget: "Wieder fragen",
    forgetOf: (folder) => `Wieder nach ${folder} fragen`,
  },
  backups: {
    about:
      "Deine Dateien sind Dateien. Was nur die Datenbank weiß (gesendete Prompts, der Graph, Abläufe, Angeheftetes), wird gesichert: die letzten 7 Tage, 4 Wochen und vor jedem Update.",
    none: "Noch keine Sicherung. Die erste wird geschrieben, wenn dieses Projekt geschlossen wird, oder nach einer halben Stunde.",
    title: (name, when) =>
      name === null
        ? `Neueste, ${when}`
        : name.startsWith("before-")
          ? `Vor einem Update, ${when}`
          : `Wie es vor ${name} war`,
    holds: (rows, name) => `${numberText(rows)} ${name}`,
    more: (kinds) => form(kinds, ", und 1 weitere Art", `, und ${kinds} weitere Arten`),
    look: "Wiederherstellen …",
    lookOf: (title) => `Wiederherstellen aus: ${title}`,
    dialogTitle: (title) => `Wiederherstellen: ${title}`,
    nothing: "Alles aus dieser Sicherung ist in der Datenbank. Es gibt nichts wiederherzustellen.",
    explains: "Diese Einträge fehlen und würden hinzugefügt. Was jetzt da ist, bleibt, wie es ist.",
    adds: (rows, name) => `${numberText(rows)} ${name}`,
    restore: "Wiederherstellen",
    cancel: "Abbrechen",
    close: "Schließen",
    restored: (rows) =>
      form(rows, "1 Eintrag wurde wiederhergestellt", `${rows} Einträge wurden wiederhergestellt`),
    undo: "Rückgängig",
    undone: (removed, kept) =>
      kept === 0
        ? "Der Stand davor ist wieder da"
        : `Wieder entfernte Einträge: ${removed}. Seither geändert und geblieben: ${kept}`,
    tables: {
      runs: "Prompts",
      run_texts: "Texte von Prompts",
      run_text_uses: "Stellen von Texten",
      recall_events: "Abrufe",
      dream_promotions: "geträumte Fakten",
      memory_pins: "Anheftungen",
      memory_profiles: "Dokumente über dich",
      graph_entities: "Namen des Graphen",
      graph_relations: "Beziehungen des Graphen",
      procedures: "Abläufe",
      learned: "Lesungen",
      offered_messages: "gelesene Nachrichten",
      token_calibrations: "Abgleiche",
      prefill_speeds: "Geschwindigkeiten von Modellen",
    },
  },
  noWarnings: "Keine Warnungen. Jede Datei und Einstellung dieses Projekts ist gültig.",
  place: (path, line) => `${path}, Zeile ${line}`,
  proxy: "Proxy",
  proxyText: "Für entfernte Server; die auf diesem Rechner werden immer direkt erreicht.",
  noProxy: "keiner",
  certificates: "Weitere Zertifikate",
  certificatesText: "Eine PEM-Datei mit vertrauten Zertifikaten, etwa denen deiner Firma.",
  noCertificates: "keine",
  patience: "Minuten Geduld mit einem stummen Server",
  patienceText:
    "Ein Modell auf diesem Rechner liest einen langen Prompt vielleicht viele Minuten lang, bevor das erste Wort kommt.",
  wrongMinutes: (most) => `Gib ganze Minuten ein, von 1 bis ${most}.`,
  wrongTimeZone: (typed) => `„${typed}“ ist keine Zeitzone. Beispiel: Europe/Berlin`,
  wrongScheme: "Die Adresse muss mit http:// oder https:// beginnen.",
  wrongAddress: "Keine gültige Adresse. Beispiel: http://127.0.0.1:8080",
  wrongPath: "Gib den vollen Pfad ein, etwa /home/du/… oder C:\\….",
  redact: "Geheimnisse vor dem Schreiben entfernen",
  redactText:
    "Schlüssel, Zugangstoken und der Name deines Home-Ordners werden zu [REDACTED] in allem, was auf der Platte bleibt.",
  privacyTexts: [
    "Nichts, bis du ein Modell auf einem entfernten Server wählst. Es gibt kein Konto und keine Telemetrie. Die installierte App fragt einmal, ob sie nach neuen Versionen sehen darf.",
    "Mit einem solchen Modell, an die Adresse, die du eingegeben hast: der Prompt jeder Antwort und jeder Frage eines Versuchs, den du startest, und, sobald du es erlaubst, das Gespräch selbst für Zusammenfassungen und für Notizen zum Behalten. MEMORY.md und Tagesnotizen, wenn du die Notizen übernehmen lässt. Dasselbe gilt für das, was ein Tool-Server ein Modell beantworten lassen will, jedes Mal, wenn du es erlaubst, und für den Prompt einer Antwort, die du noch einmal ohne einen Teil verlangst. Jeder dieser Aufrufe steht unter Budget, „Wie gesendet“, mit dem, was gesendet wurde und was es kostete; die eines Versuchs stehen in seinem Ergebnis. Ohne ein Wort von dir wird die Adresse nach ihren Modellen und deren Fenstern gefragt und ob sie antwortet.",
    "Schlüssel bleiben in deinem eigenen Datenordner oder im Schlüsselbund des Systems, jeder an die Adresse gebunden, für die er eingegeben wurde. Ein Projekt kann sie weder lesen noch umleiten.",
    "An Server, die du dafür hinzufügst oder wählst: was ein Tool-Server gefragt wird, die Texte, die ein entferntes Modell nach Bedeutung durchsuchbar macht, und was damit gesucht wird, auch eine Nachricht, die du gerade tippst, und, wo du exaktes Zählen einschaltest, der Prompt, den du schreibst, um dort gezählt zu werden, bevor du ihn sendest. Ein Bild in einer Antwort wird geholt, wenn du „Laden“ drückst.",
    "An den Server eines Teamraums, dem du beigetreten bist: was du dort teilst, vorschlägst oder entscheidest, und, in Projekten, die ihn verwenden, die Frage jeder Nachricht mit ihrem Vektor, um den Raum zu durchsuchen, auch eine Nachricht, die du gerade tippst.",
    "Alles andere, etwa Zählen, die Suche nach Wörtern und das Gedächtnis, geschieht auf diesem Rechner.",
  ],
  updates: "Nach neuen Versionen sehen",
  updatesText:
    "Einmal am Tag, an der Adresse, mit der diese Ausgabe gebaut wurde; eine ohne sieht nie nach. Eine neue Version wird beim Beenden installiert, nachdem du ihr zugestimmt hast.",
  version: (version, host) => `Satchel ${version} in ${host}`,
  hosts: { electron: "einem eigenen Fenster", web: "einem Browser-Tab", cli: "einem Terminal" },
  saved: "Für dich auf diesem Rechner aufbewahrt, nie in einem Projekt.",
  notSaved: "Einstellungen lassen sich hier nicht speichern. Sie gelten nur in diesem Browser.",
};
