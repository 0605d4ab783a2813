import { decimalText, numberText as n } from "#shared/model/number-text.ts";
import { SHORT_DESCRIPTION_CHARS } from "#shared/model/short-description.ts";
import type { Messages } from "../messages.ts";
import { counted, form, LAYER_NAMES } from "./plural.ts";

const memoryLimits = (tokens: number | null, hits: number | null): string => {
  if (tokens === null) return "Der Anteil der Erinnerungen ist voll.";
  return `Erinnerungen dürfen ${n(tokens)} Token${hits === null ? "" : ` und ${counted(hits, "Zeile", "Zeilen")}`} nutzen.`;
};

const list = (names: readonly string[], most = 3) =>
  names.length <= most
    ? names.join(", ")
    : `${names.slice(0, most).join(", ")} und ${n(names.length - most)} weitere`;

/** One thing, unless its name is a number of things: "14 Erinnerungen". */
const isOne = ([first = "", ...others]: readonly string[]) =>
  others.length === 0 && !/^[\d.]+ (Tools|Erinnerungen|Nachrichten)\b/.test(first);

const tools = (count: number) => counted(count, "Tool", "Tools");
const memories = (count: number) => counted(count, "Erinnerung", "Erinnerungen");
const messages = (count: number) => counted(count, "Nachricht", "Nachrichten");
const unitText = (unit: "tokens" | "chars") => (unit === "chars" ? "Zeichen" : "Token");

export const budget: Messages["budget"] = {
  meter: "Belegtes Fenster",
  usedOf: (used, max) => `${used} von ${max} Token`,
  status: {
    in: "gesendet",
    cut: "gekürzt",
    out: "weggelassen",
    ask: "bei Bedarf",
  },
  reasons: {
    "per-file-limit": "Die Grenze je Datei schneidet den Rest ab.",
    "total-limit": "Alle Dateien zusammen haben ihre Grenze erreicht.",
    "tag-filter": "Seine Tags sind nicht unter denen, die dieser Agent nimmt.",
    "explicit-exclude": "Die Einstellungen dieses Agenten lassen es weg.",
    scope: "Ein geteiltes Gespräch bekommt es nicht.",
    "memory-budget": "Das Budget für Erinnerungen ist aufgebraucht.",
    "file-limit": "Die Anzahl der Dateien ist begrenzt.",
    "char-limit": "Die Zeichengrenze schneidet den Rest ab.",
    window: "Das Fenster ist voll.",
    empty: "Es ist leer.",
    traversal: "Es liegt außerhalb des Arbeitsbereichs.",
    shelf: "Es liegt im Regal: Der Agent findet es, wenn er es braucht.",
    passages: "Nur die Stellen seiner Dokumente, die zur Frage passen, werden gesendet.",
    pictures: "Seine Bilder werden nicht gesendet.",
  },
  title: "Budget",
  tabs: {
    next: "Nächste Runde",
    timeline: "Zeitachse",
    sent: "Wie gesendet",
    compare: "Vergleich",
    watch: "Mitlesen",
  },
  tabsLabel: "Teile des Budgets",
  previewNote: "Vorschau der nächsten Runde, nichts wurde gesendet",
  tryingNote: "An der nächsten Runde ausprobiert, nichts ist gespeichert",
  tour: "Rundgang",
  waiting: "Der nächste Prompt wird gezählt",
  failed: "Der Prompt konnte nicht zusammengestellt werden.",
  tooSmall: "Dieses Fenster ist zu klein für das, was nie weggelassen werden kann.",
  tooSmallText: (needed, usable) =>
    `Die Seele, der Prompt des Agenten und deine Nachricht brauchen ${needed} Token, und nur ${usable} sind für sie da. Es würde nichts gesendet.`,
  backToSaved: "Zurück zum Gespeicherten",
  layers: LAYER_NAMES,
  segmentNames: {
    "system:prompt": LAYER_NAMES.system,
    "system:skills": "Liste der Skills",
    "message:new": LAYER_NAMES.message,
    "overhead:messages": LAYER_NAMES.overhead,
    "overhead:headers": "Dateiköpfe und Marken",
  },
  headers: "Dateiköpfe und Marken",
  groups: (layer, count, id) => {
    if (id === "tools/shelf") return `${tools(count)} im Regal`;
    if (layer === "tools") return tools(count);
    if (layer === "memory") return memories(count);
    return messages(count);
  },
  ofWindow: (max, percent) => `von einem Fenster mit ${n(max)} Token, ${Math.round(percent)} %`,
  againstSaved: "gegenüber dem Gespeicherten",
  baseline: {
    set: "Als Vergleichsstand merken",
    drop: "Vergleichsstand verwerfen",
    against: "gegenüber dem Vergleichsstand",
  },
  mapSize: {
    label: "Größe",
    names: {
      disk: "ganzer Text",
      sent: "gesendet",
      billed: "berechnet nach Cache",
      moved: "bewegte die letzte Antwort",
    },
  },
  searched: (files, tokens) =>
    `Aus ${files} kommen Stellen hinzu, die zu einer Frage passen, bis zu ${tokens} Token. Schreibe im Gespräch eine Frage, um sie hier zu sehen.`,
  free: "Frei",
  kept: "Für die Antwort frei",
  leftOut: "Weggelassen",
  windowBar: {
    readsWell: (tokens) => `Gemessen: bis ${tokens} Token werden gut gelesen`,
    label: "Das Fenster des Modells, maßstäblich",
    text: (parts) => parts.join(", "),
    freeSpace: (count) => `frei ${count}`,
    answer: (count) => `Antwort ${n(count)}`,
    saved: "Gespeichert",
    overflow: (count) => `${n(count)} zu viel`,
    prefix: "Präfix im Cache",
    prefixText: "einmal gelesen, dann wiederverwendet, bis sich eine dieser Dateien ändert",
    expectedText: "wird einmal gelesen, dann wiederverwendet, bis sich eine dieser Dateien ändert",
    brokenBy: (what) => `neu gelesen ab ${what}, seit der letzten Runde geändert`,
    compact: (percent) => `Verlauf wird bei ${percent} % zusammengefasst`,
    compactShort: (percent) => `zusammengefasst: ${percent} %`,
    limits: {
      files: "Grenze der Dateien",
      memory: "Grenze des Gedächtnisses",
      history: "Grenze des Verlaufs",
      reserved: "Für die Antwort frei",
    },
    limitValue: (value, effect) => (effect === "" ? `${n(value)} Token` : `${n(value)} Token, ${effect}`),
    comesIn: (names) => `${list(names, 2)} ${isOne(names) ? "kommt" : "kommen"} hinein`,
    fallsOut: (names) => `${list(names, 2)} ${isOne(names) ? "fällt" : "fallen"} heraus`,
    shortened: (names) => `${list(names, 2)} ${isOne(names) ? "wird" : "werden"} kürzer`,
    unchanged: "ändert nichts",
  },
  map: {
    title: "Was drin ist, was fehlt",
    label: "Alle Teile des Prompts nach Größe",
    sent: "gesendet",
    cut: "abgeschnitten",
    out: "weggelassen",
    columns: { ...LAYER_NAMES, steady: "Jede Runde" },
    part: (sent, raw) => `${sent} von ${raw}`,
    notSent: "Nicht gesendet",
    fromLine: (missing, line) => `${missing} Token ab Zeile ${line}`,
    missing: (missing) => `${missing} Token`,
    comesIn: (tokens) => `+${tokens} kommt hinein`,
    others: (count) => form(count, "1 kleiner", `${n(count)} kleine`),
    sentOf: (sent, raw) => `${sent} von ${raw} Token gesendet`,
    together: "Zu klein, um einzeln gezeichnet zu werden; die Tabelle darunter zeigt jeden Teil.",
    tile: (title, status, sent, raw) => `${title}, ${status}, ${sent} von ${raw} Token`,
  },
  table: {
    title: "Teile des Prompts",
    count: (count) => n(count),
    sorted: (column) => `sortiert nach ${column}`,
    fate: "Status",
    filter: "Filter",
    filterLabel: "Teile filtern",
    nothing: (filter) => `Nichts heißt „${filter}“.`,
    columns: {
      title: "Name",
      layer: "Ebene",
      origin: "Herkunft",
      raw: "Auf Platte",
      sent: "Gesendet",
      removed: "Entfernt",
      priority: "Priorität",
      why: "Warum",
    },
    sortNames: {
      title: "Name",
      layer: "Ebene",
      origin: "Herkunft",
      raw: "Größe auf der Platte",
      sent: "Gesendetem",
      removed: "Fehlendem",
      priority: "Priorität",
      prompt: "Platz im Prompt",
    },
    pin: (title) => `${title} immer senden`,
    unpin: (title) => `${title} nicht mehr immer senden`,
    exclude: (title) => `${title} weglassen`,
    include: (title) => `${title} zurückholen`,
    priority: (title) => `Priorität von ${title}`,
    notPriority: (text) => `„${text}“ ist keine Priorität. Gib eine ganze Zahl ab 0 ein.`,
    whole: "Ganz gesendet",
    fits: "Passt jetzt",
  },
  why: {
    "per-file-limit": (limit, unit) =>
      `Länger als die ${n(limit)} ${unitText(unit)}, die eine Datei haben darf`,
    "total-limit": "Der Anteil der Dateien ist voll",
    "tag-filter": "Hat keins der Tags des Agenten",
    "explicit-exclude": "Auf der Liste der Dateien, die wegbleiben",
    scope: "Nicht für ein geteiltes Gespräch",
    "memory-budget": "Der Anteil der Erinnerungen ist voll",
    "file-limit": "Die Grenze für die Anzahl der Dateien",
    "char-limit": "Der Anteil an Zeichen ist voll",
    window: "Das Fenster ist voll",
    empty: "Es steht nichts darin",
    traversal: "Liegt außerhalb des Arbeitsbereichs",
    shelf: "Im Regal, wird bei Bedarf gefunden",
    passages: "Stellen eines Dokuments",
    pictures: "Ohne seine Bilder",
    summarised: "Zusammengefasst, um Platz zu sparen",
  },
  inspector: "Details",
  pick: "Wähle einen Teil des Prompts",
  pickText:
    "Wähle eine Kachel, eine Zeile oder eine Farbe des Balkens, um zu sehen, warum etwas da ist oder nicht, und was sich tun lässt.",
  openFile: "Öffnen",
  chips: {
    in: "ganz gesendet",
    cut: (share) => `um ${share} gekürzt`,
    out: "weggelassen",
    estimated: "geschätzt",
    exact: "exakt",
  },
  sentences: {
    whole: (agent, tokens) => `${agent} sieht alles davon, ${tokens} Token.`,
    steady: (tokens) => `Es geht mit jeder Runde mit und braucht ${tokens} Token.`,
    near: (share) =>
      `Es liegt bei ${share} von dem, was eine Datei nutzen darf; ein wenig mehr, und es wird gekürzt.`,
    headers:
      "Die Zeile mit dem Namen über jeder Datei, die Leerzeile davor und die Marke, wo eine Datei gekürzt ist.",
    framing: (tokens, isCut) =>
      isCut
        ? `Der Dateikopf und die Marke am Schnitt brauchen ${tokens} mehr.`
        : `Der Dateikopf braucht ${tokens} mehr.`,
    stops: (line, heading) =>
      heading === null ? `Es endet in Zeile ${line}.` : `Es endet in Zeile ${line}, in „${heading}“.`,
    because: {
      perFile: (agent, kept, raw, limit, unit) =>
        `${agent} sieht ${kept} von ${raw} Token, weil keine Datei länger sein darf als ${n(limit)} ${unitText(unit)}.`,
      total: (agent, { limit, core, files, own }) =>
        `${agent} sieht es nicht: Kerndateien und Arbeitsdateien dürfen zusammen ${n(limit)} Token nutzen. Die Kerndateien brauchen ${core} und die gesendeten Arbeitsdateien ${files}, deshalb passen diese ${own} nicht mehr.`,
      totalBehind: (agent, limit, first) =>
        `${agent} sieht es nicht: Kerndateien und Arbeitsdateien dürfen zusammen ${n(limit)} Token nutzen. ${first} kommt davor und passt nicht, und keine spätere Datei rückt nach.`,
      totalUsedUp: (agent, isCut) =>
        `${agent} sieht ${isCut ? "nur den Anfang" : "es nicht"}: Die Dateien davor brauchen auf, was alle Dateien zusammen nutzen dürfen.`,
      window: (agent, { max, reserved, used, own }) =>
        `${agent} sieht es nicht: Das Fenster fasst ${n(max)} Token. ${n(reserved)} sind für die Antwort frei und ${used} belegt, deshalb passen diese ${own} nicht mehr.`,
      windowBehind: (agent, max, first) =>
        `${agent} sieht es nicht: ${first} kommt davor und passt nicht ins Fenster von ${n(max)} Token, und keine spätere Datei rückt nach.`,
      windowCut: (agent, kept, raw, { max, reserved, used }) =>
        `${agent} sieht ${kept} von ${raw} Token: Das Fenster fasst ${n(max)}, ${n(reserved)} sind für die Antwort frei und ${used} belegt.`,
      gaveWay: (agent, max) =>
        `${agent} sieht es nicht: Das Fenster fasst ${n(max)} Token, und dies macht Platz vor dem, was gesendet wird.`,
      memoriesGaveWay: (count, max) =>
        `Das Fenster fasst ${n(max)} Token, und Erinnerungen machen als Erste Platz, deshalb ${form(count, "bleibt", "bleiben")} ${memories(count)} draußen.`,
      skills: (kept, raw, limit) =>
        `Die Liste der Skills darf ${n(limit)} Token nutzen, ein Zwanzigstel dessen, was der Prompt nutzen darf. ${kept} von ${raw} werden gesendet; Beschreibungen sind gekürzt.`,
      toolsShortened: (max) =>
        `Das Fenster von ${n(max)} Token ist voll, deshalb werden die Beschreibungen der Tools in dieser Runde auf ${SHORT_DESCRIPTION_CHARS} Zeichen gekürzt.`,
      toolsOut: (count, max) =>
        `Das Fenster von ${n(max)} Token ist voll, deshalb ${form(count, "bleibt", "bleiben")} in dieser Runde ${tools(count)} weg.`,
      toolsShelf: (count, limit, freed) =>
        `Beschreibungen von Tools dürfen ${n(limit)} Token eines Prompts nutzen, und alle zusammen brauchen mehr. Deshalb ${form(count, "wartet", "warten")} ${tools(count)} im Regal: Der Prompt hat die Namen, und der Agent findet, was er braucht. Das spart ${freed} Token. Unter Einstellungen, Tool-Server bleibt ein Tool in jedem Prompt.`,
      memories: (count, tokens, hits) =>
        `${memoryLimits(tokens, hits)} Die besseren kommen zuerst, deshalb ${form(count, "bleibt", "bleiben")} ${memories(count)} draußen.`,
      memoryFile: (agent, kept, raw, limit) =>
        `${agent} sieht ${kept} von ${raw} Token: Es bekommt, was die anderen Dateien${limit === null ? "" : ` von ${n(4 * limit)} Zeichen`} übrig lassen.`,
      files: (agent, max) =>
        `${agent} bekommt höchstens ${counted(max, "Datei", "Dateien")} auf einmal, und so viele kommen vor dieser.`,
      chars: (agent, max, used, own) =>
        `${agent} bekommt höchstens ${n(max)} Zeichen an Dateien auf einmal. ${n(used)} sind belegt, deshalb passen diese ${n(own)} nicht mehr.`,
      charsBehind: (agent, max) =>
        `${agent} bekommt höchstens ${n(max)} Zeichen an Dateien auf einmal, und eine Datei davor passt nicht.`,
      passages: (file, count, places, kept, chars) =>
        `Aus ${file} ${form(count, "wird 1 Stelle", `werden ${n(count)} Stellen`)} gesendet, ${form(count, "die zur Frage passt", "die zur Frage passen")}${
          places.length === 0 ? "" : ` (${list(places, 8)})`
        }: ${n(kept)} von ${n(chars)} Zeichen.`,
      noPassage: (file) => `Keine Stelle aus ${file} passt zur Frage, deshalb wird nichts davon gesendet.`,
      unseen: (file) =>
        `${file} wird nicht gesendet: Von diesem Modell ist nicht bekannt, dass es Bilder sieht.`,
      pictureGone: (file) => `${file} wird nicht gesendet: Die Datei ist nicht mehr da.`,
      turns: (count) =>
        form(
          count,
          "1 alte Nachricht passt nicht mehr und wird weggelassen.",
          `${n(count)} alte Nachrichten passen nicht mehr und werden weggelassen.`,
        ),
    },
    "tag-filter": (agent, tags) => `${agent} nimmt nur Dateien mit dem Tag ${tags}. Diese hat keins davon.`,
    "explicit-exclude": (agent) => `Es steht auf der Liste der Dateien, die ${agent} nie bekommt.`,
    scope: (agent) => `${agent} spricht hier mit anderen, und dies ist privat, deshalb bleibt es draußen.`,
    empty: "Es steht nichts darin, also gibt es nichts zu senden.",
    traversal: "Es liegt außerhalb des Arbeitsbereichs, wo ein Agent nicht hinsehen darf.",
    summarised:
      "Diese wurden zusammengefasst, um Platz zu sparen. An ihrer Stelle steht die Zusammenfassung.",
    tools: (count) =>
      form(
        count,
        "Was 1 Tool kann, muss dem Modell in jeder Runde erklärt werden.",
        `Was ${n(count)} Tools können, muss dem Modell in jeder Runde erklärt werden.`,
      ),
    memories: (count) =>
      form(
        count,
        "1 Erinnerung wurde zu dieser Nachricht gefunden und geht mit ihr mit.",
        `${n(count)} Erinnerungen wurden zu dieser Nachricht gefunden und gehen mit ihr mit.`,
      ),
    turns: (count) =>
      form(
        count,
        "1 Nachricht dieses Gesprächs geht mit jeder Runde mit.",
        `${n(count)} Nachrichten dieses Gesprächs gehen mit jeder Runde mit.`,
      ),
    message: "Was du gerade schreibst.",
    picture: (file, size, tokens) =>
      `${file} (${size} Pixel) braucht nach seiner Größe etwa ${tokens} Token; genau weiß es nur der Server.`,
    overhead: "Rollen und Trennzeichen, die das Format des Modells braucht.",
    prompt: (agent) => `Wer ${agent} ist und wie die Antworten sein sollen, aus agents.yaml.`,
    skills: "Namen und Beschreibungen der Skills. Ihre Texte werden nur bei Bedarf geladen.",
    soul: (agent) => `Was ${agent} nie tut und immer tut. Es wird ganz gesendet, was auch geschieht.`,
  },
  fix: {
    title: "Was du tun kannst",
    button: {
      raise: "Machen",
      window: "Machen",
      unexclude: "Zurückholen",
      tag: "Taggen",
      priority: "Verschieben",
      pin: "Anheften",
      exclude: "Weglassen",
    },
    raise: {
      perFile: (to) => `Ganze Datei senden, bis zu ${n(to)} Token`,
      total: (to) => `Den Dateien mehr Platz geben: ${n(to)}`,
      other: (field, to) => `${field} auf ${n(to)} erhöhen`,
    },
    window: (to) => `Ein Fenster von ${n(to)} verwenden`,
    unexclude: "Von der Liste nehmen",
    tag: (tag) => `Mit dem Tag „${tag}“ versehen`,
    priority: (to) => `Zuerst senden, Grenze behalten: Priorität ${n(to)}`,
    pin: "Immer senden",
    exclude: "Weglassen",
    trying: "Wird ausprobiert",
    uses: (tokens) => `Fügt dem Prompt ${tokens} Token hinzu`,
    frees: (tokens) => `Macht ${tokens} frei`,
    reallyFrees: (tokens, names) =>
      `Macht tatsächlich ${tokens} frei, weil ${list(names, 3)} ${isOne(names) ? "nachrückt" : "nachrücken"}`,
    freesNothing: (names) =>
      `Macht nichts frei, weil ${list(names, 3)} ${isOne(names) ? "nachrückt" : "nachrücken"}`,
    same: "Braucht nicht mehr Platz",
    nothing: "Ändert jetzt nichts, hält es aber drin, wenn der Platz knapp wird",
    onlyPart: (kept, raw) => `Sendet ${kept} von ${raw} Token`,
    notEnough: "Holt es allein nicht zurück",
    pushesNothing: "Verdrängt nichts",
    pushes: (names) => (names.length === 1 ? "Verdrängt" : `Verdrängt ${n(names.length)}`),
    shortens: (names) => `Kürzt ${list(names)}`,
    summarises: "Alte Runden werden zusammengefasst",
    brings: (names) => `Holt ${list(names)} herein`,
    refused: "Würde gar nicht passen",
  },
  copyNote: (profile, agent) =>
    `„${profile}“ gehört zu Satchel und bleibt, wie es ist. Eine Änderung macht eine Kopie für ${agent} und verwendet diese.`,
  written: {
    profile: (name) => `Im Profil ${name} gespeichert`,
    copy: (name) => `In einer eigenen Kopie gespeichert, ${name}`,
    agents: (name) => `In ${name} gespeichert`,
    file: (name) => `Oben in ${name} gespeichert`,
  },
  edited: {
    limit: (to) => `Die Grenze ist jetzt ${n(to)} Token`,
    limits: (count) => form(count, "1 Grenze ist geändert", `${n(count)} Grenzen sind geändert`),
    pin: (file, isOn) => (isOn ? `${file} wird jetzt immer gesendet` : `${file} ist nicht mehr angeheftet`),
    exclude: (file, isOn) =>
      isOn ? `${file} wird jetzt weggelassen` : `${file} darf wieder gesendet werden`,
    priority: (file, to) => `${file} hat Priorität ${n(to)}`,
    tag: (file, tag) => `${file} hat das Tag ${tag}`,
    window: (to) => `Das Fenster ist jetzt ${n(to)} Token`,
    model: (name) => `Das Modell ist jetzt ${name}`,
    profileOf: (name) => `Das Profil ist jetzt ${name}`,
    tools: (count) =>
      count === null
        ? "Alle Tools dürfen genutzt werden"
        : form(count, "1 Tool bleibt übrig", `${n(count)} Tools bleiben übrig`),
    dateLast: "Das Datum steht jetzt am Ende des Prompts",
    several: (count) => form(count, "1 Sache ist geändert", `${n(count)} Dinge sind geändert`),
  },
  notWritten: (why) => `Es wurde nichts geändert. ${why}`,
  whatIf: {
    title: "Was wäre wenn",
    compare: "Nebeneinander vergleichen",
    agent: "Agent",
    model: "Modell",
    window: "Fenster",
    profile: "Profil",
    asSet: "Wie eingestellt",
    noModel: "keins, „Eingebaut“ antwortet",
    from: (name) => `von ${name}`,
    nothingLost: (agent) => `${agent} würde alles sehen wie jetzt.`,
    lost: (agent, names) => `${agent} würde ${list(names, 8)} nicht mehr sehen.`,
    shorter: (agent, names) => `${agent} würde weniger von ${list(names, 8)} sehen.`,
    gained: (agent, names) => `${agent} würde auch ${list(names, 8)} sehen.`,
    missing: (tokens) => `Insgesamt würden ${tokens} Token weggelassen.`,
    use: "Ab jetzt verwenden",
    trial: "In einem Versuch testen",
    unsaved: "Der Prompt enthält Texte, die noch nicht gespeichert sind.",
    trialName: (changes) => `Mit: ${list(changes, 3)}`,
    trialWindow: (tokens) => `${tokens} Token`,
    trialTexts: "ungespeicherte Texte",
    reset: "Zurück zum Gespeicherten",
  },
  numbers: {
    title: "Zahlen",
    counted: "Gezählt mit",
    exact: "exakt",
    against: (encoding) => `exakt nach ${encoding}`,
    estimated: "geschätzt",
    countedBy: (provider) => `Gezählt von ${provider}`,
    partsEstimated: "Der ganze Prompt ist exakt. Seine Teile sind Schätzungen.",
    notCounted: (problem) =>
      `Der Server hat diesen Prompt nicht gezählt, deshalb ist es eine Schätzung: ${problem}`,
    read: (model) => `${model} las in der letzten Runde`,
    off: (read, percent) => `${n(read)}, Abweichung ${percent} %`,
    noTurn: "noch keine Runde",
    reading: "Das Lesen dauert",
    seconds: (all, cached) => `etwa ${all} s, aus dem Cache ${cached} s`,
    notTimed: "vor der ersten Runde nicht bekannt",
    timed: (turns) => `Geschätzt nach ${counted(turns, "Runde", "Runden")}, gemessen auf diesem Rechner`,
    costs: "Kostet",
    local: "nichts, es läuft hier",
    price: (all, cached) => `${all}, aus dem Cache ${cached}`,
    priceDate: (date) => `Preise vom ${date}`,
    noPrice: "kein Preis im Katalog",
    noModel: "kein Modell gewählt",
    alarm: (read, sent) =>
      `Der Server hat ${read} von ${sent} gesendeten Token gelesen. Sein Fenster ist kleiner als angenommen.`,
  },
  advice: {
    title: "Ratschläge",
    none: "Gerade gibt es nichts zu sparen.",
    saves: (tokens) => `−${tokens}`,
    savesLabel: (tokens) => `spart ${tokens} Token`,
    show: (name) => `${name} zeigen`,
    act: {
      date: () => "Ans Ende stellen",
      "broken-cache": (_, file) => `${file} zuletzt senden`,
      "shared-lines": (_, file) => `${file} weglassen`,
      duplicate: (_, file) => `${file} weglassen`,
      "near-limit": () => "Grenze erhöhen",
      "unused-tools": (agent) => `Für ${agent} ausschalten`,
    },
  },
  export: {
    button: "Exportieren",
    titles: {
      bar: "Der nächste Prompt im Fenster des Modells",
      map: "Was im Prompt ist, was fehlt",
      timeline: "Token jeder Runde nach Ebene",
    },
    bar: "Balken als SVG",
    map: "Karte als SVG",
    timeline: "Zeitachse als SVG",
    manifest: "Aufstellung als JSON",
    sentJson: "Nachrichten als JSON",
    sentMarkdown: "Nachrichten als Markdown",
  },
  timeline: {
    conversation: "Gespräch",
    turns: (count) => counted(count, "Runde", "Runden"),
    all: "Alle Runden",
    untitled: "Gespräch ohne Namen",
    empty: "Noch keine Runde wurde gesendet",
    emptyText:
      "Nach der ersten Antwort wird hier jede Runde gezeichnet, und je zwei lassen sich vergleichen.",
    chart: "Token jeder Runde nach Ebene",
    table: "Token jeder Runde nach Ebene, als Tabelle",
    tableTurn: "Runde",
    tableSum: "Alle Ebenen",
    summarised: (freed) => `Zusammengefasst −${freed}`,
    keptFor: "für die Antwort frei",
    compactAt: (percent) => `Zusammenfassen bei ${percent} %`,
    turn: ({ turn, call }) => (call === 1 ? `Runde ${n(turn)}` : `Runde ${n(turn)}, Aufruf ${n(call)}`),
    pick: "Wähle zwei Runden",
    pickText: "Klicke eine Runde für A und eine für B an, oder nutze die Pfeiltasten und A und B.",
    from: (a, b) => `Von A, ${a}, zu B, ${b}`,
    same: "Beide Male wurde dasselbe gesendet.",
    sizes: (before, after) => `${before} zu ${after},`,
    unchanged: "Unverändert",
    columns: { kind: "Art der Änderung", segment: "Teil", a: "A", b: "B", change: "Änderung", why: "Warum" },
    changeNames: { added: "neu", removed: "entfernt", changed: "geändert", same: "unverändert" },
    why: {
      message: "Eine andere Frage",
      memory: (before, after) =>
        before === after
          ? `Eine andere Frage ruft ${n(after)} andere ab`
          : `Eine andere Frage ruft ${n(after)} ab, nicht ${n(before)}`,
      said: (count) =>
        form(count, "1 Nachricht kam seither hinzu", `${n(count)} Nachrichten kamen seither hinzu`),
      summarised: (count) => form(count, "1 wurde zusammengefasst", `${n(count)} wurden zusammengefasst`),
      dropped: (count) => form(count, "1 passt nicht mehr", `${n(count)} passen nicht mehr`),
      otherHistory: "Ein anderer Teil des Gesprächs",
      tools: (more) => (more > 0 ? `${tools(more)} mehr` : `${tools(-more)} weniger`),
      shortTools: "Ihre Beschreibungen wurden gekürzt, damit sie passen",
      otherTools: "Ihre Beschreibungen haben sich geändert",
      overhead: "Folgt aus den anderen Änderungen",
      added: "War bei A nicht da",
      removed: "Ist nicht mehr da",
      text: "Der Text wurde geändert",
      limit: "Die Grenze wurde geändert",
      shorter: "Jetzt kürzer, deshalb ganz gesendet",
      moreRoom: "Jetzt ist Platz für alles",
      becameCut: (why) => (why === "" ? "Jetzt gekürzt" : `Gekürzt: ${why}`),
      becameOut: (why) => (why === "" ? "Jetzt weggelassen" : `Weggelassen: ${why}`),
      becameIn: (why) => (why === "" ? "Jetzt gesendet" : `Jetzt gesendet; vorher: ${why}`),
      reasons: {
        "per-file-limit": "länger, als eine Datei sein darf",
        "total-limit": "der Anteil der Dateien ist voll",
        "tag-filter": "hat keins der Tags des Agenten",
        "explicit-exclude": "auf der Liste der Dateien, die wegbleiben",
        scope: "nicht für ein geteiltes Gespräch",
        "memory-budget": "der Anteil der Erinnerungen ist voll",
        "file-limit": "die Anzahl der Dateien ist begrenzt",
        "char-limit": "der Anteil an Zeichen ist voll",
        window: "das Fenster ist voll",
        empty: "es steht nichts darin",
        traversal: "liegt außerhalb des Arbeitsbereichs",
        shelf: "im Regal",
        passages: "Stellen eines Dokuments",
        pictures: "ohne seine Bilder",
      },
    },
    read: (turns) =>
      `Das Präfix im Cache wurde neu gelesen in ${turns.length === 1 ? "Runde" : "den Runden"} ${list(turns.map(String), 6)}.`,
    label: (turn, used, time) => `${turn}, ${used} Token, ${time}`,
    tick: ({ turn, call }) => (call === 1 ? n(turn) : `${n(turn)}·${n(call)}`),
    a: "A",
    b: "B",
  },
  sent: {
    title: "Wie gesendet",
    next: "Die nächste Runde",
    nextTitle: "Wie es gesendet würde",
    of: (turn) => `Wie gesendet, ${turn}`,
    earlier: "eine andere Runde",
    size: (tokens, count) => `${tokens} Token, ${messages(count)}`,
    search: "Nachrichten durchsuchen",
    placeholder: "Suchen",
    found: (at, of) => `${n(at)} von ${n(of)}`,
    notFound: "nicht gefunden",
    previous: "Voriger Treffer",
    nextMatch: "Nächster Treffer",
    copy: "Alles kopieren",
    copied: "Kopiert",
    notCopied: "Der Text konnte nicht in die Zwischenablage kopiert werden.",
    message: (index) => `Nachricht ${n(index)}`,
    roles: { system: "System", user: "User", assistant: "Assistant", tool: "Tool" },
    tokens: (tokens) => `${tokens} Token`,
    part: (sent, raw) => `${sent} von ${raw} Token`,
    which: "Welche Runde",
    text: "Text",
    loading: "Nachrichten werden gelesen",
  },
  calls: {
    title: "Außerdem gefragt",
    text: "Was ein Modell außer Antworten gefragt wurde: Zusammenfassungen und Notizen dieses Gesprächs und Arbeit am Gedächtnis dieses Projekts.",
    reply: "Antwort",
    local: "läuft hier",
    noPrice: "Preis unbekannt",
    cost: (dollars) => `${decimalText(dollars, dollars < 0.01 ? 4 : 2)} $`,
    outcome: (code) => (code === "stopped" ? "angehalten" : `fehlgeschlagen (${code})`),
  },
  compare: {
    kinds: { models: "Modelle", profiles: "Profile", agents: "Agenten", turns: "Runden" },
    kind: "Was verglichen wird",
    a: "A",
    b: "B",
    model: (side) => `Modell von ${side}`,
    profile: (side) => `Profil von ${side}`,
    agent: (side) => `Agent von ${side}`,
    turn: (side) => `Runde von ${side}`,
    window: (side) => `Fenster von ${side}`,
    differ: (count, of) =>
      `von A zu B, ${n(count)} von ${n(of)} ${form(count, "unterscheidet", "unterscheiden")} sich`,
    swap: "Tauschen",
    same: "gleich",
    sameText: "gleicher Text",
    neither: "in keinem",
    leftOut: "weggelassen",
    free: (count) => `frei ${count}`,
    keep: "A behalten",
    use: "Ab jetzt B verwenden",
    without: (names) => `B würde ohne ${list(names)} antworten`,
    cuts: (names) => `B würde nur einen Teil von ${list(names)} sehen`,
    nothingLost: "B sieht alles, was A sieht",
    gains: (names) => `Es würde auch ${list(names)} sehen.`,
    absent: "nicht da",
    shortened: "Beschreibungen gekürzt",
    counted: (count) => `dann ${n(count)}`,
    loading: "Beide werden gezählt",
    none: "Es gibt noch keine zwei Runden zum Vergleichen.",
  },
  guide: {
    label: "Rundgang durch das Budget",
    step: (at, of) => `${at} von ${of}`,
    next: "Weiter",
    back: "Zurück",
    done: "Fertig",
    skip: "Rundgang überspringen",
    steps: [
      {
        title: "Ebenen",
        text: "Der Balken ist alles, was das Modell fassen kann. Jede Farbe ist eine Ebene: wer der Agent ist, deine Dateien, woran er sich erinnert, das Gespräch. Die Punkte am Ende bleiben für die Antwort frei.",
      },
      {
        title: "Grenzen",
        text: "Ziehe einen Trenner oder nutze darauf die Pfeiltasten. Der echte Prompt wird dabei mitgezählt: Dateien, die nicht mehr passen, werden zu Umrissen. Geschrieben wird erst, wenn du loslässt, und Rückgängig nimmt es zurück.",
      },
      {
        title: "Priorität",
        text: "Dateien kommen nach ihrer Nummer hinein, die kleinste zuerst, bis ihr Anteil voll ist. Ändere die Nummer in der Tabelle und sieh, wer stattdessen herausfällt.",
      },
      {
        title: "Cache",
        text: "Die Klammer zeigt, was das Modell einmal liest und dann wiederverwendet. Änderst du weit vorn etwas, wird alles danach neu gelesen, und das kostet Zeit oder Geld.",
      },
      {
        title: "Eine Kürzung beheben",
        text: "Schraffiert ist Text, den der Agent nie sieht. Wähle ihn: Rechts steht in einem Satz, warum, was ihn zurückholt und was das verdrängt. Ein Klick erledigt es.",
      },
    ],
  },
};
