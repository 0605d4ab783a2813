import { DEFAULT_COMPACT_AT } from "#shared/model/profile.ts";
import type { Messages } from "../messages.ts";
import { form } from "./plural.ts";

export const agents: Messages["agents"] = {
  title: "Agenten",
  text: "Deine Agenten und was jeder nutzen darf. Die Formulare schreiben agents.yaml und behalten die Kommentare darin.",
  side: "Agenten, Subagenten und Profile",
  loading: "Agenten werden gelesen",
  failed: "Die Agenten konnten nicht gelesen werden.",
  openFile: "agents.yaml öffnen",
  add: "Neuer Agent",
  addButton: "Agent hinzufügen",
  templates: {
    label: "Charakter",
    plain: { title: "Noch kein Charakter", text: "Folgt den Dateien des Arbeitsbereichs, mehr nicht." },
    writer: {
      title: "Texte",
      text: "Schlicht und warm; behält deinen Ton und bietet eine einzige Fassung an.",
    },
    researcher: {
      title: "Recherche",
      text: "Sorgfältig; nennt zu jeder Aussage die Stelle und was offen ist.",
    },
    reviewer: {
      title: "Kritik",
      text: "Freundlich kritisch; das größte Problem zuerst, ändert selbst nichts.",
    },
    organiser: {
      title: "Organisation",
      text: "Ruhig und praktisch; macht aus Gesprächen Schritte mit Namen und Datum.",
    },
  },
  added: (name) => `${name} steht in agents.yaml`,
  saved: (name) => `${name} ist gespeichert`,
  removed: (name) => `${name} ist entfernt`,
  remove: "Entfernen",
  save: "Speichern",
  discard: "Verwerfen",
  changed: (count) =>
    form(count, "1 Änderung ist nicht gespeichert", `${count} Änderungen sind nicht gespeichert`),
  unchanged: "Nichts zu speichern",
  line: (line) => `Zeile ${line}:`,
  persona: {
    label: "Persona",
    avatar: (picture) => `Bild: ${picture}`,
    source: "aus IDENTITY.md",
  },
  summary: (profile, scope) => `${profile}, ${scope === "shared" ? "mit anderen geteilt" : "privat"}`,
  empty: "Dieses Feld darf nicht leer sein.",
  notCount: "Gib eine ganze Zahl ein.",
  tooSmall: (least) => `Gib ${least} oder mehr ein.`,
  notShare: `Gib einen Anteil zwischen 0 und 1 ein, etwa ${DEFAULT_COMPACT_AT}.`,
  notNumber: "Gib eine Zahl ein, etwa 0.7.",
  ofTheModel: "so viel das Modell erlaubt",
  ofTheServer: "wie der Server",
  anySeed: "jedes Mal ein anderer",
  efforts: { low: "wenig", medium: "mittel", high: "viel" },
  ofTheProject: "das des Projekts",
  anyProvider: "wer immer das Modell anbietet",
  id: "Id",
  idHint:
    "Kleinbuchstaben, Ziffern und Bindestriche. Danach heißt der Ordner mit den Gesprächen des Agenten.",
  badId: "Nur Kleinbuchstaben, Ziffern und Bindestriche sind erlaubt.",
  takenId: "Ein anderer Agent hat diese Id.",
  scopes: { main: "Privat: darf alles verwenden", shared: "Mit anderen geteilt: nichts Privates" },
  tools: {
    which: "Welche Tools",
    every: "Alle Tools",
    some: "Nur diese",
    asks: "fragt vorher",
    together: (count, tokens) =>
      form(
        count,
        `1 Tool braucht ${tokens} Token in jedem Prompt`,
        `${count} Tools brauchen ${tokens} Token in jedem Prompt`,
      ),
    others: (entries) => `Auch erlaubt, hier aber nicht bekannt: ${entries.join(", ")}.`,
  },
  subagents: {
    title: "Subagenten",
    add: "Neuer Subagent",
    none: "Noch keine. Ein Subagent erledigt eine Art von Arbeit für deine Agenten.",
    about: (agents) =>
      agents.length === 0
        ? "Eine Datei im Arbeitsbereich: wofür er da ist, was er nutzen darf, und sein Prompt."
        : agents.length === 1
          ? `${agents[0]} darf Arbeit an ihn abgeben.`
          : `${agents.join(", ")} dürfen Arbeit an ihn abgeben.`,
    unasked:
      "Noch darf kein Agent Arbeit an ihn abgeben. Erlaube es im Formular eines Agenten unter „Darf fragen“.",
    openFile: "Datei öffnen",
    budget: "Sein Prompt",
    ofWindow: (max) => `von ${max}, bevor etwas gefragt wird`,
    modes: { isolated: "Ein eigener Ordner", shared: "Der Arbeitsbereich des Aufrufers" },
    fields: {
      id: { label: "Name", hint: "Kleinbuchstaben, Ziffern und Bindestriche; so heißt die Datei." },
      description: {
        label: "Wofür er da ist",
        hint: "Das liest ein Agent, wenn er entscheidet, wen er fragt.",
      },
      workspace: {
        label: "Arbeitet in",
        hint: "In einem eigenen Ordner sieht er nichts von Dateien und Gedächtnis des Arbeitsbereichs.",
      },
      prompt: { label: "Prompt", hint: "Was ihm vor seiner Aufgabe gesagt wird." },
      model: { label: "Modell", hint: "Leer: das Modell des Agenten, der fragt." },
      steps: {
        label: "Schritte",
        hint: "Wie oft er Tools nutzen darf, bevor er antworten muss, höchstens 50.",
      },
      temperature: { label: "Temperatur", hint: "0 bis 2. Leer: wie der Server." },
      tools: { label: "Tools", hint: "Nie mehr, als der Agent hat, der fragt." },
    },
  },
  delegates: {
    none: "Es gibt noch keinen anderen Agenten. Eine Datei wie subagents/reviewer.md im Arbeitsbereich macht einen.",
    nowhere: "nicht gefunden",
    prompt: "Token seines Prompts, bevor etwas gefragt wird",
  },
  sections: {
    who: "Wer er ist",
    model: "Modell",
    prompt: "Prompt",
    files: "Dateien",
    memory: "Gedächtnis",
    tools: "Tools",
  },
  fields: {
    displayName: { label: "Name", hint: "Sein Name in der App und in seinem Prompt." },
    domain: { label: "Fachgebiet", hint: "Was er gut kann, in wenigen Worten." },
    scope: {
      label: "Privatsphäre",
      hint: "Ein Agent, mit dem auch andere sprechen, bekommt nie USER, MEMORY, Notizen oder Wissen.",
    },
    suggestedQuestions: {
      label: "Fragen zum Anfangen",
      hint: "Eine pro Zeile. Ein leeres Gespräch bietet sie an.",
    },
    provider: { label: "Modell-Server", hint: "Eingerichtet unter Einstellungen, Modelle." },
    model: { label: "Modell", hint: "Leer: das des Projekts." },
    maxContextTokens: {
      label: "Fenster",
      hint: "So viele Token darf er höchstens nutzen, auch wenn das Modell mehr fasst.",
    },
    maxOutputTokens: {
      label: "Für die Antwort frei",
      hint: "Token des Fensters, die nichts anderes nutzen darf.",
    },
    "sampling.temperature": {
      label: "Temperatur",
      hint: "0 bis 2: wie frei Wörter gewählt werden. Wird wie die nächsten vier nur gesendet, wenn der Server es annimmt.",
    },
    "sampling.topP": { label: "Top-p", hint: "Über 0, höchstens 1: nur die wahrscheinlichsten Wörter." },
    "sampling.effort": { label: "Nachdenken", hint: "Wie viel er nachdenkt, bevor er antwortet." },
    "sampling.seed": {
      label: "Seed",
      hint: "Gleiche Zahl und gleicher Prompt ergeben die gleiche Antwort, wenn der Server es kann.",
    },
    "sampling.stop": {
      label: "Endet bei",
      hint: "Bis zu vier Texte, einer pro Zeile. Die Antwort endet davor.",
    },
    profile: { label: "Profil", hint: "Wie der Prompt zusammengestellt wird." },
    systemPromptTemplate: {
      label: "System-Prompt",
      hint: "{{agent.displayName}}, {{domain}}, {{date}}, {{workspace.name}}, {{user.name}}, {{memory}} und {{#if …}} werden ausgefüllt.",
    },
    workspace: {
      label: "Arbeitsbereich",
      hint: "Ein Ordner des Projekts. Mehrere Agenten können sich einen teilen.",
    },
    "workspaceFiles.includeTags": {
      label: "Nur diese Tags",
      hint: "Durch Kommas getrennt. Leer: Dateien mit jedem Tag.",
    },
    "workspaceFiles.exclude": { label: "Nie diese Dateien", hint: "Eine pro Zeile." },
    additionalContextFiles: { label: "Auch diese Dateien", hint: "Eine pro Zeile, in dieser Reihenfolge." },
    "workspaceGit.enabled": { label: "Verlauf führen", hint: "Über jeden Stand seines Arbeitsbereichs." },
    transcriptsDir: {
      label: "Mitschriften",
      hint: "Ein Ordner des Projekts. Leer: im Arbeitsbereich.",
    },
    "memory.enabled": {
      label: "Erinnert sich",
      hint: "Aus: Für ihn wird nichts abgerufen und nichts geschrieben.",
    },
    "memory.extract": {
      label: "Lernt aus Runden",
      hint: "Aus: Runden werden nicht im Hintergrund gelesen. Ein geteilter Agent lernt ohnehin nichts.",
    },
    allowedTools: { label: "Darf nutzen", hint: "Jedes kostet seine Beschreibung in jedem Prompt." },
    allowedDelegates: {
      label: "Darf fragen",
      hint: "Agenten aus agents.yaml und Dateien aus subagents/ in seinem Arbeitsbereich. Daneben: was ihr eigener Prompt braucht.",
    },
  },
  profiles: {
    title: "Profile",
    shipped: {
      layered: "deine Dateien nach Priorität",
      harness: "ein Block, für arbeitende Agenten",
      persona: "eine Figur, die spricht",
      snapshot: "der Code des Projekts, wie er jetzt ist",
    },
    from: (id) => `aus ${id}`,
    about: {
      layered:
        "Für einen Agenten, der deine Dateien kennt: sein Charakter, deine Arbeitsdateien nach Priorität, woran er sich erinnert, dann das Gespräch.",
      harness:
        "Für arbeitende Agenten: AGENTS.md, MEMORY.md und die Liste der Wissensdateien in einem markierten Block.",
      persona:
        "Für eine Figur, die spricht: Identität, Seele, was sie über dich weiß, und die Notizen von zwei Tagen.",
      snapshot:
        "Für Code: die Dateien des Projekts, wie sie jetzt sind, und Antworten, die sie ändern können.",
    },
    shippedText:
      "Dieses Profil gehört zu Satchel und lässt sich nicht ändern. Dupliziere es, um die Kopie zu ändern.",
    duplicate: "Duplizieren",
    duplicated: (title) => `${title} lässt sich jetzt ändern`,
    copyOf: (title) => `${title}, meins`,
    general: "Was hineinkommt",
    noLimit: "keine Grenze",
    layers: "Reihenfolge der Ebenen",
    roles: {
      user: "In einer Nachricht von dir gesendet",
      assistant: "In einer Nachricht des Agenten gesendet",
    },
    units: {
      tokens: "Token.",
      chars: "Zeichen.",
      "quarter-chars": "Einheiten zu vier Zeichen, jede etwa ein Token.",
    },
    up: (id) => `${id} nach oben`,
    down: (id) => `${id} nach unten`,
    fields: {
      title: "Name",
      perFile: "Eine Datei",
      total: "Alle Dateien zusammen",
      memoryTokens: "Gedächtnis",
      memoryHits: "Erinnerungen höchstens",
      fileHeader: "Zeile über einer Datei",
      marker: "Marke, wo eine Datei gekürzt ist",
      compactAt: "Zusammenfassen bei",
      reservedOutput: "Für die Antwort frei",
      pin: "Immer gesendet",
      exclude: "Nie gesendet",
      history: "Gespräch",
      soft: "Warnen über",
      injection: "Was vor einer Runde eingefügt wird",
      maxContextTokens: "Token dafür",
      maxMessages: "Nachrichten höchstens",
      maxChars: "Zeichen höchstens",
      maxTokens: "Token höchstens",
      maxFiles: "Dateien höchstens",
      spine: "Dateien, die zuerst kommen",
      soul: "Seele",
      system: "System-Prompt",
    },
    hints: {
      compactAt: `Anteil des Platzes für den Prompt (das Fenster ohne den Platz für die Antwort), bei dem alte Runden zusammengefasst werden, ${DEFAULT_COMPACT_AT} für ${100 * DEFAULT_COMPACT_AT} %.`,
      memoryTokens: "Token.",
      reservedOutput: "Token.",
      spine:
        "Eine Datei pro Zeile, in dieser Reihenfolge. Leer: die üblichen Dateien für diese Art von Projekt.",
      pin: "Eine Datei pro Zeile. Sie werden vor allen anderen gesendet.",
      exclude: "Eine Datei pro Zeile.",
      fileHeader: "{name} ist der Name der Datei.",
      marker: "{limit} ist die Grenze, an der sie gekürzt wurde.",
    },
  },
};
