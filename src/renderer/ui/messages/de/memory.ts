import { DREAM_RULE } from "#shared/model/dream-rule.ts";
import { decimalText } from "#shared/model/number-text.ts";
import type { Messages } from "../messages.ts";
import { countedText, form } from "./plural.ts";

const memories = (count: string) => countedText(count, "Erinnerung", "Erinnerungen");
const times = (count: number) => form(count, "einmal", `${count}-mal`);

/** At the beginning of a sentence. */
const cap = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const memory: Messages["memory"] = {
  title: "Gedächtnis",
  side: "Arten von Erinnerungen und Listen",
  tiersTitle: "Arten",
  shelvesTitle: "Listen",
  loading: "Das Gedächtnis wird gelesen",
  failed: "Das Gedächtnis konnte nicht gelesen werden.",
  agent: "Agent",
  shelves: {
    all: "Alle Erinnerungen",
    curated: "Gepflegt",
    daily: "Tagesnotizen",
    session: "Gespräche",
    profile: "Über dich",
    graph: "Graph",
    procedural: "Abläufe",
    knowledge: "Wissen",
    "from-you": "Von dir",
    "from-agent": "Von einem Agenten",
    "from-tool": "Von einem Tool",
    "from-outside": "Von außen",
    pinned: "Angeheftet",
    faded: "Verblasst",
    learned: "Gelernt",
    diary: "Traumtagebuch",
  },
  tierOf: {
    curated: "gepflegt",
    daily: "Tagesnotiz",
    session: "Gespräch",
    profile: "über dich",
    graph: "Graph",
    procedural: "Ablauf",
    knowledge: "Wissen",
  },
  empty: {
    "from-you": {
      title: "Noch ist hier nichts von dir",
      text: "Was du in Notizen, Dateien und Gesprächen tippst oder bearbeitest, steht dann hier.",
    },
    "from-agent": {
      title: "Nichts davon hat ein Modell geschrieben",
      text: "Was ein Agent sagt oder notiert, steht dann hier.",
    },
    "from-tool": {
      title: "Nichts davon hat ein Tool gebracht",
      text: "Was aus Ergebnissen von Tools auf deinen eigenen Dateien kommt, steht dann hier.",
    },
    "from-outside": {
      title: "Nichts kam von außen",
      text: "Importe, das Web, andere Mitglieder und Ordner, denen du nicht vertraust, stehen dann hier.",
    },
    all: {
      title: "Es gibt noch keine Erinnerungen",
      text: "Sprich mit dem Agenten oder schreibe eine Notiz: Was sich zu behalten lohnt, erscheint hier von selbst.",
    },
    curated: {
      title: "MEMORY.md ist leer",
      text: "Jede Zeile, die du dort schreibst, und was ein Traum auf Dauer behält, ist eine eigene Erinnerung.",
    },
    daily: {
      title: "Noch keine Tagesnotizen",
      text: "Nach einer Runde werden Entscheidungen, Ergebnisse und „merk dir, dass …“ in die Datei des Tages im Ordner memory geschrieben.",
    },
    session: {
      title: "Noch keine Gespräche",
      text: "Jede Nachricht aus den Gesprächen dieses Agenten erscheint hier, sobald sie gesendet ist.",
    },
    profile: {
      title: "Noch nichts über dich gelernt",
      text: "Was du in Gesprächen über dich sagst, etwa einen Namen oder eine Vorliebe, wird hier gesammelt. Was du in USER.md geschrieben hast, wird so gesendet, wie es ist.",
    },
    graph: {
      title: "Noch keine Personen, Dinge oder Verknüpfungen",
      text: "Wenn eine Runde sagt, wie zwei Dinge zusammengehören, erscheinen beide hier, mit der Verknüpfung dazwischen. Auch Notizen, die aufeinander verlinken, erscheinen hier.",
    },
    procedural: {
      title: "Noch keine Abläufe",
      text: "Hier stehen Vorgehensweisen, die sich bewährt haben; mit jedem Gebrauch werden sie stärker.",
    },
    knowledge: {
      title: "Noch keine Wissensdateien",
      text: "Lege Markdown-Dateien in den Ordner knowledge des Arbeitsbereichs; ihre Stellen findest du dann hier.",
    },
    pinned: {
      title: "Nichts ist angeheftet",
      text: "Hefte eine Erinnerung an, und sie verblasst nie; sonst verlieren Tagesnotizen nach einer Woche an Gewicht.",
    },
    faded: {
      title: "Nichts ist verblasst",
      text: "Tagesnotizen ab zwei Wochen kommen hierher: Die Suche findet sie, Prompts lassen sie weg.",
    },
    learned: {
      title: "Noch nichts aus einem Gespräch gelernt",
      text: "Nach einer Runde steht hier alles, was der Agent ins Gedächtnis geschrieben hat, und lässt sich rückgängig machen.",
    },
  },
  search: "Alle Erinnerungen durchsuchen",
  searchIn: (shelf) => `In „${shelf}“ suchen`,
  clear: "Suche leeren",
  count: memories,
  found: (count) => `${count} gefunden`,
  took: (milliseconds) => `in ${milliseconds} ms`,
  searching: "Sucht",
  nothing: (query) => `Nichts zu „${query}“ gefunden`,
  nothingText:
    "Nichts kommt nahe genug, um eine Antwort zu sein. Versuche weniger oder andere Wörter, oder suche in allen Arten.",
  everywhere: "Überall suchen",
  view: "Ansicht",
  views: { list: "Liste", graph: "Graph" },
  weighting: "Gewichtung",
  presets: {
    auto: (chosen) => (chosen === null ? "Gewichtung nach den Wörtern" : `Nach den Wörtern: ${chosen}`),
    general: "Allgemeine Gewichtung",
    research: "Für Recherche",
    debugging: "Für Fehlersuche",
    debate: "Für Debatte",
  },
  presetNames: {
    general: "Allgemein",
    research: "Recherche",
    debugging: "Fehlersuche",
    debate: "Debatte",
  },
  lists: { keyword: "Wörter", vector: "Bedeutung", graph: "Verknüpfungen" },
  listNames: {
    keyword: "Gemeinsame Wörter",
    vector: "Nah in der Bedeutung",
    graph: "Verknüpft mit dem Genannten",
  },
  rank: (list, rank) => (rank === null ? `${list} –` : `${list} #${rank}`),
  score: "Wertung",
  scoreOf: (score, lists) => `${score}: ${lists}`,
  place: (path, line) => (line === null ? path : `${path}, Zeile ${line}`),
  untitled: "Ein Gespräch",
  pinned: "angeheftet",
  weight: (percent) => `zählt ${percent} %`,
  faded: "verblasst",
  days: {
    today: "heute",
    yesterday: "gestern",
    ago: (days) => form(days, "vor 1 Tag", `vor ${days} Tagen`),
  },
  why: {
    label: "Warum gefunden",
    // The first letter becomes a small one where it follows another.
    by: (rank, lists) => `Auf Platz ${rank} bei ${lists.join(" und bei ")}`,
    all: "Alle drei Arten der Suche haben es gefunden.",
    only: (list) => `Nur ${list} führte dorthin.`,
    boosted: (tier, factor, preset) =>
      `Bei der Gewichtung „${preset}“ zählt die Art „${tier}“ ${factor.replace(".", ",")}-fach.`,
    aged: (percent) => `Es ist älter als eine Woche, deshalb zählt es ${percent} %.`,
    faded: "Es ist verblasst: Die Suche findet es, Prompts lassen es weg.",
    kept: "Es ist angeheftet und verblasst nicht.",
    numbers: "Zahlen",
    hide: "Zahlen ausblenden",
    table: "Was jede Liste beigetragen hat",
    columns: { list: "Liste", rank: "Rang", score: "Wertung dort", adds: "Beitrag" },
    none: "–",
    tier: "Gewicht der Art",
    age: "Gewicht des Alters",
    total: "Wertung",
  },
  actions: {
    open: "Öffnen",
    openConversation: "Gespräch öffnen",
    openLabel: (place) => `${place} öffnen`,
    pin: "Anheften",
    unpin: "Ablösen",
    edit: "Bearbeiten",
    forget: "Vergessen",
    save: "Speichern",
  },
  notEditable:
    "Eine Nachricht lässt sich nicht bearbeiten. Vergiss sie oder mache im Gespräch von dort aus weiter.",
  details: "Details dieser Erinnerung",
  about: "Worüber",
  heading: "Unter",
  kind: "Art",
  written: "Geschrieben",
  changedOn: "Geändert",
  text: "Text der Erinnerung",
  edited: "Die Erinnerung hat jetzt deine Worte",
  pinnedNow: "Angeheftet: Sie verblasst nicht",
  unpinnedNow: "Nicht mehr angeheftet",
  undone: "Rückgängig gemacht",
  forget: {
    title: "Diese Erinnerung vergessen?",
    gone: "Das wird jetzt entfernt und lässt sich nicht zurückholen:",
    line: (place) => `der Text in ${place}`,
    index: "der Eintrag in der Suche, nach Wörtern und nach Bedeutung",
    link: "die Verknüpfung im Graphen",
    workflow: "der Ablauf",
    profile: "dieser Eintrag über dich",
    message: "die Wörter im Gespräch; an ihre Stelle kommt [forgotten]",
    rest: "Danach werden alle anderen Orte aufgeführt, die es noch enthalten, und du entscheidest.",
    button: "Vergessen",
    working: "Vergisst",
    done: "Vergessen",
    nowhere: "Kein anderer Ort enthält es.",
    versions: (count) =>
      form(
        count,
        "Es wurde auch aus einer aufbewahrten Dateiversion entfernt.",
        `Es wurde auch aus ${count} aufbewahrten Dateiversionen entfernt.`,
      ),
    copies: "Es ist vergessen, aber diese Orte enthalten es noch",
    copiesText: "Hake an, was auch weg soll. An die Stelle der Wörter kommt [forgotten].",
    kinds: {
      memories: "Andere Erinnerungen mit demselben Text",
      files: "Andere Dateien",
      sessions: "Gespräche",
      transcripts: "Mitschriften",
      history: "Verlauf des Arbeitsbereichs (er fängt neu an)",
      runs: "Gespeicherte Prompts (sie werden entfernt)",
      backups: "Sicherungen der Datenbank",
      versions: "Aufbewahrte Dateiversionen",
    },
    where: (place, count) => (count > 1 ? `${place} (${count})` : place),
    leave: "So lassen",
    purge: "Auch entfernen",
    purged: (count) => form(count, "1 Kopie ist weg", `${count} Kopien sind weg`),
  },
  add: {
    button: "Neue Notiz",
    title: "Notiz schreiben",
    text: "Sie kommt in die heutige Datei im Ordner memory und wird sofort gefunden.",
    label: "Notiz",
    kind: "Art",
    kinds: {
      note: "Notiz",
      decision: "Entscheidung",
      outcome: "Ergebnis",
      strategy: "Strategie",
      interaction: "Umgang",
    },
    save: "Aufschreiben",
    done: (path) => `In ${path} geschrieben`,
  },
  consolidate: {
    menu: "Tagesnotizen in MEMORY.md übernehmen",
    title: "Tagesnotizen in MEMORY.md übernehmen",
    mode: "Wie",
    modes: { append: "Neues hinzufügen", rewrite: "Ganz neu schreiben" },
    texts: {
      append:
        "Das Modell liest die Notizen, die sich seit dem letzten Mal geändert haben. Was noch nicht in MEMORY.md steht, wird am Ende angefügt.",
      rewrite:
        "Das Modell schreibt MEMORY.md aus ihr selbst und den Notizen neu. Du siehst den Unterschied, bevor etwas geschrieben wird; Geträumtes und angeheftete Abschnitte bleiben.",
    },
    buttons: { append: "Hinzufügen", rewrite: "Vorschlagen" },
    working: "Die Notizen werden gelesen",
    proposed: "Eine neue MEMORY.md",
    proposedText: "Es ist noch nichts geschrieben.",
    before: "Wie sie ist",
    after: "Wie sie wäre",
    leave: "So lassen",
    write: "Schreiben",
    done: "Die Notizen wurden in MEMORY.md übernommen",
    nothing: "In den Notizen steht nichts Neues",
    open: "Öffnen",
  },
  more: "Mehr zum Gedächtnis",
  export: "Alles als JSONL exportieren",
  exported: (name) => `${name} enthält das ganze Gedächtnis`,
  import: "JSONL-Export importieren",
  importStopped: "Der Import wurde angehalten. Was importiert wurde, bleibt.",
  imported: (files, rows) => {
    const parts = [form(files, "1 Datei", `${files} Dateien`), form(rows, "1 Eintrag", `${rows} Einträge`)];
    return files + rows === 0 ? "Alles darin war schon bekannt" : `${parts.join(" und ")} importiert`;
  },
  broken: (count, line, reason) =>
    form(
      count,
      `Zeile ${line} konnte nicht gelesen werden: ${reason}`,
      `${count} Zeilen konnten nicht gelesen werden, die erste ist Zeile ${line}: ${reason}`,
    ),
  room: {
    ends: "Hier endet der Platz für Erinnerungen",
    taken: (memories, tokens, budget) =>
      `ein Prompt nimmt ${countedText(memories, "Erinnerung", "Erinnerungen")} auf, ${tokens}${budget === null ? "" : ` von ${budget}`} Token`,
    show: "Budget zeigen",
  },
  indexing: {
    stopped: "Lesen angehalten. Was gelesen ist, wird gefunden; der Rest wird beim nächsten Start gelesen.",
    resume: "Jetzt fortsetzen",
  },
  embedding: {
    label: "Bedeutung der Erinnerungen lernen",
    running: (left) =>
      `${left} sind noch nicht nach Bedeutung durchsuchbar; bis dahin werden sie nach Wörtern gefunden.`,
    paused: (left) =>
      `Angehalten, ${left} fehlen noch. Sie werden nach Wörtern gefunden, nicht nach Bedeutung.`,
    failed: (left, problem) => `${left} werden nur nach Wörtern gefunden. ${problem}`,
    changed: (model) => `Alles wird für ${model} neu gelesen; bis dahin wird das alte Modell verwendet.`,
    stop: "Anhalten",
    resume: "Fortsetzen",
  },
  switches: {
    extract: "Aus Runden lernen",
    extractOn: (agent) => `${agent} liest jede Runde im Hintergrund und behält, was zählt.`,
    extractOff: (agent) =>
      `${agent} liest keine Runden. Nachrichten, die aus dem Verlauf fallen, werden trotzdem aufgeschrieben.`,
    off: (agent) => `Für ${agent} ist das Gedächtnis aus: Nichts wird abgerufen, nichts wird geschrieben.`,
    shared: (agent) =>
      `${agent} wird mit anderen geteilt und hat deshalb kein Gedächtnis: Es wird nichts abgerufen und nichts gelernt.`,
    restricted: (agent) =>
      `Dieser Ordner ist eingeschränkt; ${agent} lernt nichts aus Runden, bis du ihm vertraust.`,
    turnOn: "Gedächtnis einschalten",
  },
  learned: {
    last: "In der letzten Runde gelernt",
    lastShort: "Aus der letzten Runde",
    lastBefore: (when) => `Gelernt ${when}`,
    line: (count) =>
      count === 0 ? "Nichts gelernt" : form(count, "1 Sache gelernt", `${count} Dinge gelernt`),
    refused: (count) =>
      form(
        count,
        "1 Sache wurde nicht angenommen: keine Tatsache in einem Satz",
        `${count} Dinge wurden nicht angenommen: keine Tatsachen in einem Satz`,
      ),
    by: {
      rules: "mit einfachen Regeln gefunden, ohne Modell",
      model: "vom Modell gelesen",
      tool: "vom Agenten geschrieben",
    },
    cost: (tokens) => `${tokens} Token`,
    undo: "Rückgängig",
    undoLabel: (what) => `Rückgängig: ${what}`,
    undone: "rückgängig gemacht",
    took: (removed, kept) =>
      kept === 0
        ? `Rückgängig gemacht: ${form(removed, "1 Sache", `${removed} Dinge`)}`
        : `Rückgängig gemacht: ${removed}. Seither geändert und geblieben: ${kept}.`,
    more: (count) => `und ${count} weitere`,
    show: "Zeigen",
    list: "Was gelernt wurde",
    outside: "außerhalb eines Gesprächs",
  },
  graphView: {
    label: "Dinge und Verknüpfungen",
    entities: "Dinge",
    filter: "Namen filtern",
    links: (count) => form(count, "1 Verknüpfung", `${count} Verknüpfungen`),
    total: (entities, relations) =>
      `${countedText(entities, "Ding", "Dinge")}, ${countedText(relations, "Verknüpfung", "Verknüpfungen")}`,
    choose: "Wähle ein Ding",
    chooseText: "Dann siehst du Schritt für Schritt, wohin es führt.",
    nothing: (filter) => `Nichts heißt „${filter}“`,
    hops: "Schritte",
    hop: (hops) => form(hops, "1 Schritt", `${hops} Schritte`),
    around: (name) => `Rund um ${name}`,
    picture: (name, count) => `${name} und ${count} ringsum; die Tabelle hat denselben Inhalt`,
    table: "Wohin es führt",
    columns: { name: "Name", hops: "Schritte", way: "Wie", sure: "Wie sicher" },
    lone: "Von hier führt noch nichts weiter.",
    show: "Zeigen als",
    forms: { picture: "Bild", table: "Tabelle" },
    more: (count) => form(count, "1 weiteres steht in der Tabelle", `${count} weitere stehen in der Tabelle`),
    open: "Notiz öffnen",
    some: (shown, total) => `${shown} von ${total}, die mit den meisten Verknüpfungen`,
  },
  dream: {
    title: "Traumvorschau",
    show: "Traumvorschau",
    nothingWritten: "noch nichts geschrieben",
    text: "Diese kamen oft genug vor, um sie auf Dauer zu behalten. Angehakte kommen in MEMORY.md, sonst ändert sich nichts.",
    loading: "Es wird gesucht, was oft vorkam",
    parts: {
      frequency: "oft",
      relevance: "passend",
      recency: "kürzlich",
      diversity: "vielfältig",
      days: "Tage",
    },
    needs: (score) => `braucht ${score.replace(".", ",")}`,
    how: (hits, queries, days) =>
      `Auf ${form(queries, "eine Weise", `${queries} Weisen`)} gefragt, ${form(days, "an einem Tag", `an ${days} Tagen`)}. ${hits} Treffer.`,
    unticked: (hits) => `Du hast den Haken entfernt. ${cap(times(hits))} abgerufen.`,
    fromOutside: (hits) => `Nicht von dir, deshalb kannst nur du es behalten. ${cap(times(hits))} abgerufen.`,
    oneDay: (hits) =>
      `${cap(times(hits))} abgerufen, alles an einem Tag. Hake es an, wenn es behalten werden soll.`,
    notOffered: (hits) =>
      `Kein einzelner Satz, der etwas aussagt. Hake es an, wenn es behalten werden soll. ${cap(times(hits))} abgerufen.`,
    notNow: (count) => `Diesmal nicht, ${count}`,
    verdicts: {
      promote: "",
      "promoted-before": "schon früher behalten",
      "too-few-hits": (hits) => `${times(hits)} abgerufen, braucht ${DREAM_RULE.hits}`,
      "too-few-queries": "immer dieselbe Frage",
      "low-score": (score) =>
        `Wertung ${score.replace(".", ",")}, braucht ${decimalText(DREAM_RULE.score, 2)}`,
      "over-limit": `${DREAM_RULE.promotions} andere kommen zuerst`,
    },
    keep: (count) => `${count} behalten`,
    keeping: "Schreibt",
    later: "Nicht jetzt",
    kept: (count) =>
      form(
        count,
        "1 Erinnerung bleibt auf Dauer erhalten",
        `${count} Erinnerungen bleiben auf Dauer erhalten`,
      ),
    keptNone: "Nichts wurde behalten; so steht es im Tagebuch",
    undone: (count) =>
      form(
        count,
        "1 Erinnerung ist wieder aus MEMORY.md heraus",
        `${count} Erinnerungen sind wieder aus MEMORY.md heraus`,
      ),
    empty: "Noch nichts zu träumen",
    emptyText:
      "Erinnerungen, die Runden mindestens dreimal und auf zwei Weisen gebraucht haben, werden hier zum dauerhaften Behalten angeboten.",
    last: (when, count) => `Letzter Traum ${when}, ${count} behalten`,
    never: "Noch kein Traum",
    next: (when) => `nächster ${when}`,
    byItself: "Einmal am Tag nachsehen",
    as: "Zeigen als",
    forms: { bars: "Balken", table: "Tabelle" },
    table: "Kandidaten mit ihren Werten",
    columns: { fact: "Erinnerung", hits: "Treffer", ways: "Weisen", days: "Tage", score: "Wertung" },
    waiting: (count) =>
      form(
        count,
        "1 Erinnerung wartet darauf, auf Dauer behalten zu werden",
        `${count} Erinnerungen warten darauf, auf Dauer behalten zu werden`,
      ),
    look: "Ansehen",
  },
  diary: {
    title: "Traumtagebuch",
    sweeps: "Träume, die etwas behalten haben",
    kept: (count) => `${count} behalten`,
    undo: "Rückgängig",
    undoLabel: (when) => `Traum rückgängig machen: ${when}`,
    text: "DREAMS.md",
    open: "DREAMS.md öffnen",
    empty: "Noch kein Traum",
    emptyText:
      "Jeder Traum wird hier aufgeschrieben: wie viele Erinnerungen angesehen und welche behalten wurden.",
  },
};
