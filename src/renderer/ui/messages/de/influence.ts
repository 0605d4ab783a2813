import type { MovedPart } from "#shared/model/moved-result.ts";
import { decimalText, numberText } from "#shared/model/number-text.ts";
import type { Messages } from "../messages.ts";
import { counted, form } from "./plural.ts";

/** Of a natural logarithm: `0,9×` is a little more likely without, `12×` twelve times less likely. */
const factor = (drop: number): string => {
  const value = Math.exp(Math.min(drop, 13.9));
  if (drop > 13.8) return "über eine Million ×";
  return value >= 10 ? `${numberText(Math.round(value))}×` : `${decimalText(value, 1)}×`;
};

const sentences = (count: number) => form(count, "1 Satz", `${count} Sätzen`);

/** How many times more or less likely, from a natural logarithm. */
const times = (drop: number): string => {
  const factor = Math.exp(Math.abs(drop));
  if (factor >= 1_000_000) return "über eine Million Mal";
  if (factor >= 100) return `${numberText(Number(factor.toPrecision(2)))}-mal`;
  return factor >= 10 ? `${Math.round(factor)}-mal` : `${decimalText(factor, 1)}-mal`;
};

type Asked = Pick<MovedPart, "moved" | "drop" | "low" | "high" | "answers">;

const points = (share: number): string => `${Math.round(share * 100)} %`.replace("-", "−");
const lessOf = (drop: number): string => (drop < 0 ? `${points(-drop)} mehr` : `${points(drop)} weniger`);
const outcome = ({ moved, drop, low, high, answers }: Asked): string =>
  `${moved ? "Das hat die Antwort bewegt" : "Kein Unterschied nachgewiesen"}: Ohne den Teil haben Antworten ${lessOf(drop)} ihrer Wörter mit der ersten gemeinsam${answers === null || answers < 2 ? "" : ` (95 %: ${points(low)} bis ${points(high)} weniger; ${answers} Antworten auf jeder Seite)`}.`;

export const influence: Messages["influence"] = {
  whatMattered: "Was den Ausschlag gab",
  tabs: { quoted: "Zitiert", moved: "Bewegt", ledger: "Auf Dauer" },
  movedTab: {
    loading: "Modelle zum Schätzen werden gesucht",
    failed: "Es konnte nicht geschätzt werden",
    none: "Noch nicht geschätzt",
    noneText:
      "Eine Modelldatei auf diesem Computer kann sagen, wie viel unwahrscheinlicher diese Antwort wird, wenn ein Teil des Prompts fehlt.",
    noModel:
      "Es gibt keine Modelldatei zum Schätzen. Füge eine kleine hinzu oder frage das Modell selbst noch einmal ohne einen Teil.",
    addModel: "Modelldatei hinzufügen",
    estimateWith: "Schätzen mit",
    own: (name) => `${name} (schrieb die Antwort)`,
    measure: "Messen",
    again: "Noch einmal messen",
    goOn: "Fortsetzen",
    stop: "Anhalten",
    measuring: "Misst",
    starting: "Das Modell wird geladen",
    progress: (done, known, tokens) => `${done} von mindestens ${known} Prompts, ${tokens} Token gelesen`,
    cost: (parts, search, each) =>
      `${counted(parts, "Teil", "Teile")}. Liest auf diesem Computer etwa ${search} Token oder mehr; einzeln wären es ${each}.`,
    estimatedBy: (name, isOwn) =>
      isOwn
        ? `Geschätzt von ${name}, das die Antwort schrieb.`
        : `Geschätzt von ${name}, stellvertretend für das Modell, das geantwortet hat.`,
    took: (prompts, tokens, fewer) =>
      `${prompts} Prompts, ${tokens} Token gelesen${fewer >= 2 ? `; einzeln wären es ${Math.round(fewer)}-mal so viele` : ""}.`,
    stopped: "Es wurde angehalten. Was bis dahin bekannt war, steht unten.",
    brokeOff: (problem) => `Es brach ab: ${problem} Was bis dahin bekannt war, steht unten.`,
    judgedUpTo: (judged, answer) => `Beurteilt wurden die ersten ${judged} von ${answer} Token der Antwort.`,
    toolsLeft: (tokens) =>
      `Definitionen von Tools (${tokens} Token) werden neben den Nachrichten gesendet und wurden nicht weggelassen.`,
    part: "Teil",
    sent: "Gesendet",
    without: "Ohne ihn ist die Antwort",
    quoted: "Zitiert",
    kinds: { layer: "Ebene", group: "mehrere", section: "Abschnitt" },
    lessLikely: (drop) =>
      drop < 0 ? `${times(drop)} wahrscheinlicher` : `${times(drop)} unwahrscheinlicher`,
    notMoved: "so wahrscheinlich wie vorher",
    interval: (low, high) => `95 %: ${factor(low)} bis ${factor(high)}`,
    reduced: "· in einem kurzen Prompt",
    notOpened: (parts) => `seine ${parts} Teile wurden nur zusammen weggelassen`,
    together: (parts) =>
      form(
        parts,
        "1 Teil wurde nur zusammen mit anderen weggelassen und hat keinen eigenen Wert.",
        `${parts} Teile wurden nur zusammen mit anderen weggelassen und haben keinen eigenen Wert.`,
      ),
    oneByOne: (tokens) => `Einzeln messen (liest etwa ${tokens} Token)`,
    restless: (factor) =>
      `Ein Leerzeichen mehr oder weniger macht diese Antwort für dieses Modell bis zu ${times(factor)} wahrscheinlicher oder unwahrscheinlicher; als bewegend zählt deshalb nur, was weit mehr bewirkt.`,
    notWeighed: (title, problem) => `${title} konnte nicht weggelassen werden: ${problem}`,
    nothingYet: "Es wurde noch kein Teil gemessen.",
    actions: "Was sich mit diesem Teil tun lässt",
    againWithoutPart: (part) => `Neu antworten ohne ${part}`,
    parts: "Teile, die sich weglassen lassen",
    askedAgain: "Durch erneutes Fragen des Modells",
  },
  again: {
    title: (part) => `Neu antworten ohne ${part}`,
    text: "Dasselbe Modell bekommt denselben Prompt ohne diesen Teil. Es führt keine Tools aus, und nichts wird daraus gelernt.",
    times: "Antworten auf jeder Seite",
    once: "eine, ohne den Teil",
    each: (count) => `${count} mit und ${count} ohne`,
    price: (calls, read, wrote) =>
      `${counted(calls, "Aufruf", "Aufrufe")}, ${read} Token hinein und ${wrote} heraus`,
    local: "kostenlos, es läuft hier",
    unknown: "der Preis ist nicht bekannt",
    ask: (calls) => form(calls, "Einmal fragen", `${calls}-mal fragen`),
    asking: (done, of) => `${done} von ${of} Antworten`,
    first: "Die Antwort",
    without: "Ohne den Teil",
    withIt: "Mit dem Teil, noch einmal",
    bill: (input, output) => `${input} hinein, ${output} heraus`,
    back: "Zurück zu den Teilen",
    dollars: (dollars) => `${decimalText(dollars, dollars < 0.01 ? 4 : 2)} $`,
    notReported: "nicht mitgeteilt",
    called: (names) => `Es wollte ${names} aufrufen.`,
    empty: "Keine Wörter.",
    outcome,
  },
  ledger: {
    title: "Was jede Datei gekostet hat und ob sie zählte",
    loading: "Das Gesendete wird zusammengezählt",
    failed: "Die Bilanz konnte nicht gelesen werden",
    none: "Es wurde noch nichts gesendet",
    noneText: "Nach den ersten Antworten steht hier, was jede Datei und jede Erinnerung gekostet hat.",
    columns: {
      source: "Datei oder Erinnerung",
      times: "Gesendet",
      tokens: "Token",
      quoted: "Zitiert",
      moved: "Bewegt",
    },
    times: (count) => form(count, "einmal", `${numberText(count)}-mal`),
    of: (count, all) => `${count} von ${all}`,
    share: (low, high) => `${Math.round(low * 100)} bis ${Math.round(high * 100)} %`,
    notSampled: "keine Stichprobe",
    exempt: { soul: "Seele: kein Rat", pinned: "angeheftet: kein Rat" },
    advice: (tokens, sampled, atMost) =>
      `Kostet ${tokens} Token pro Runde. In ${sampled} ${form(sampled, "Antwort", "Antworten")} der Stichprobe weggelassen, änderte sich nichts Messbares (95 %: höchstens ${Math.max(1, Math.round(atMost * 100))} %).`,
    tryWithout: (name) => `Ohne ${name} versuchen`,
    sampling: "Stichproben im Hintergrund",
    samplingText: {
      known: "Nur wenn der Computer nichts zu tun hat und am Netz hängt.",
      unknown:
        "Hier lässt sich nicht erkennen, ob der Computer am Netz hängt oder benutzt wird; es gelten fünf Minuten ohne Nachricht.",
    },
    states: {
      off: "",
      "no-model": "Es gibt keine Modelldatei zum Beurteilen.",
      waiting: "Wartet, bis der Computer nichts zu tun hat.",
      battery: "Wartet auf Netzstrom.",
      measuring: "Misst gerade eine Antwort.",
    },
  },
  movedBy: (drop) => `bewegte die Antwort: ohne ${times(drop)} unwahrscheinlicher`,
  ask: "Woher das kommt",
  askMarked: "Woher kommt das?",
  titles: {
    quoted: "Woher die Antwort kommt",
    moved: "Was die Antwort bewegt hat",
    ledger: "Was jede Datei gekostet hat",
  },
  texts: {
    quoted:
      "Sätze, die Wörter mit dem Gesendeten gemeinsam haben, sind unterstrichen. Markiere einen, um die Stellen zu sehen.",
    moved: "Wie viel unwahrscheinlicher dieselbe Antwort wird, wenn ein Teil des Prompts fehlt.",
    ledger:
      "Wie oft jede Datei und Erinnerung gesendet wurde und bei wie vielen Antworten sie bekanntermaßen gezählt hat.",
  },
  limits: {
    moved:
      "Ein Teil, der die Antwort bewegt hat, muss sie nicht besser gemacht haben. Zwei Teile, die dasselbe sagen, können jeder für sich scheinbar nichts bewegen.",
    ledger: "Als Stichprobe zählen nur Antworten, die gemessen wurden. Von selbst wird nie etwas entfernt.",
  },
  loading: "Die Antwort wird mit dem Gesendeten verglichen",
  failed: "Die Antwort konnte nicht verglichen werden",
  answer: "Sätze der Antwort",
  passages: "Stellen",
  none: "Nichts Gesendetes kommt dem nahe",
  noneText:
    "Kein gesendeter Text hat sechs Wörter in Folge, einen seltenen Namen oder eine seltene Zahl damit gemeinsam. Es kann trotzdem auf einen zurückgehen, in anderen Worten, oder auf das, was das Modell früher gelernt hat.",
  pick: "Kein Satz ist markiert",
  pickText: "Markiere einen Satz der Antwort, um zu sehen, was er mit dem Gesendeten gemeinsam hat.",
  kinds: {
    run: "gleiche Wörter",
    name: "seltener Name",
    number: "seltene Zahl",
    words: "ähnliche Wörter",
  },
  open: (file, line) => (line === null ? `${file} öffnen` : `${file} in Zeile ${line} öffnen`),
  line: (line) => `Zeile ${line}`,
  moved: "nicht mehr in der Datei",
  sources: {
    soul: "Seele",
    core: "Kerndatei",
    files: "Datei",
    system: "System-Prompt",
    tools: "Tools",
    memory: "Gedächtnis",
    history: "Frühere Nachricht",
    message: "Deine Nachricht",
    overhead: "Overhead",
  },
  compared: (segments, words) =>
    `Auf diesem Computer mit ${segments} Teilen des Prompts verglichen, ${words} Wörter. Gemeinsame Wörter beweisen nicht, dass die Antwort sie brauchte.`,
  upTo: (chars) => `Die Antwort ist sehr lang: Nur ihre ersten ${chars} Zeichen wurden verglichen.`,
  quotedIn: (count) => `in ${sentences(count)} zitiert`,
  lastQuotes: (count) => `Die letzte Antwort zitiert dies in ${sentences(count)}.`,
};
