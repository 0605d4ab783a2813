import { afterEach, expect, it } from "vitest";
import { Disposables } from "../../base/disposables.ts";
import { sessionAsSource } from "../index/memory-sources.ts";
import { newStore, openTestMemory, textSource } from "../test-memory.ts";
import type { Fused } from "./fuse-ranks.ts";
import { type EvidenceRow, repliesOf, VECTORS_OF, weighEvidence } from "./recall-evidence.ts";

const owned = new Disposables();
afterEach(() => owned.close());

const row = (text: string, more: Partial<EvidenceRow> = {}): EvidenceRow => ({
  tier: "session",
  heading: "",
  date: "2023-05-08",
  text,
  speaker: null,
  ...more,
});
const said = (speaker: string, text: string, date = "2023-05-08") =>
  row(`${speaker}: ${text}`, { speaker, date });

/** Rows in the order of the lists, as they are ordered again. */
const order = (query: string, rows: readonly EvidenceRow[], cosines: readonly number[] = []) => {
  const fused: Fused[] = rows.map((_, at) => ({ memory: at, score: 1 / (4 + at), lists: [] }));
  return weighEvidence(fused, query, (at) => rows[at], new Map(cosines.entries()));
};
const reasons = (query: string, one: EvidenceRow) =>
  order(query, [one, said("Maria", "x"), said("John", "x")])
    .find(({ memory }) => memory === 0)
    ?.evidence.map(({ reason }) => reason);

it("prefers what the one person said whom a question names, also as part of a possessive", () => {
  const rows = [said("John", "I like pottery."), said("Maria", "I like pottery.")];
  expect(order("What is Maria's hobby?", rows)[0]?.memory).toBe(1);
  expect(reasons("What is Maria's hobby?", said("Maria", "Pottery."))).toEqual(["said by Maria"]);
  expect(reasons("Is Mariana here?", said("Maria", "Pottery."))).toEqual([]);
});

it("does not guess who is meant when a question names two people", () => {
  expect(reasons("How do Maria and John relax?", said("Maria", "Pottery."))).toEqual([]);
});

it("gives a note about the person the same weight as what the person said", () => {
  const note = row("Maria keeps bees.", { tier: "knowledge" });
  expect(reasons("What does Maria keep?", note)).toEqual(["names Maria"]);
});

it("prefers a text with a time where a question asks when, and with a number where it asks how many", () => {
  expect(reasons("When did it arrive?", row("It came last Tuesday."))).toEqual(["says when"]);
  expect(reasons("How many came?", row("There were 40 guests."))).toEqual(["has a number"]);
  expect(reasons("Who came?", row("There were 40 guests last Tuesday."))).toEqual([]);
});

it("prefers memories from the month and year asked about, and takes no verb for May", () => {
  const one = said("Ana", "We moved.", "2023-05-08");
  expect(reasons("What happened in May 2023?", one)).toEqual(["from the time you asked about"]);
  expect(reasons("May I ask what happened?", one)).toEqual([]);
});

it.each([
  ["Wann kam der Ofen?", "Der Ofen kam am Freitag.", "says when"],
  ["¿Cuándo llegó el horno?", "El horno llegó en marzo.", "says when"],
  ["Quand est-il arrivé ?", "Il est arrivé hier.", "says when"],
  ["Fırın ne zaman geldi?", "Fırın cuma günü geldi.", "says when"],
  ["Когда приехала печь?", "Печь приехала в марта 5.", "says when"],
  ["烤箱什么时候到？", "烤箱星期五到。", "says when"],
  ["オーブンはいつ届きますか", "オーブンは3月に届きます。", "says when"],
  ["متى يصل الفرن؟", "يصل الفرن يوم الجمعة.", "says when"],
  ["भट्ठी कब आएगी?", "भट्ठी शुक्रवार को आएगी।", "says when"],
  ["Wie viele Gäste waren da?", "Es waren 40 Gäste.", "has a number"],
  ["Сколько гостей пришло?", "Пришло 40 гостей.", "has a number"],
])("understands %s", (query, text, reason) => {
  expect(reasons(query, row(text))).toEqual([reason]);
  expect(reasons(query, row("x"))).toEqual([]);
});

it("knows months of other languages", () => {
  for (const query of ["Was geschah im März?", "Что было в марте и 5 марта?", "3月に何がありましたか"])
    expect(reasons(query, row("x", { date: "2023-03-08" }))).toEqual(["from the time you asked about"]);
});

it("puts a message that only asks behind one that answers", () => {
  const rows = [said("Ana", "Which oven did you buy?"), said("Ben", "The deck oven from Holt.")];
  expect(order("Which oven was bought?", rows)[0]?.memory).toBe(1);
});

it("prefers a message that follows a question, and says so", () => {
  const fused: Fused[] = [0, 1].map((memory) => ({ memory, score: 0.2, lists: [] }));
  const rows = [said("Ana", "We did."), said("Ben", "We did, too.")];
  const [first, second] = weighEvidence(fused, "q", (at) => rows[at], new Map(), new Set([1]));
  expect(first?.memory).toBe(1);
  expect(first?.evidence.map(({ reason }) => reason)).toEqual(["follows a question"]);
  expect(second?.evidence).toEqual([]);
});

it("knows which messages follow a question, and that a line of a note does not", async () => {
  const store = owned.own(newStore());
  const messages = ["Which oven did you buy? ", "The deck oven.", "Nice."].map((text, at) => ({
    id: String(at),
    text,
    origin: "you" as const,
    at: "2026-11-16T00:00:00Z",
    speaker: "Ana",
  }));
  const session = { id: "s", agent: "main", workspace: "workspace", mark: "1", read: async () => messages };
  const note = textSource("MEMORY.md", "- Which oven?\n- The deck oven.");
  const sources = async () => [sessionAsSource(session), note];
  await owned.own(openTestMemory(store, { sources })).start();
  const ids = store.db.prepare("select id from memories").pluck().all() as number[];
  const found = repliesOf(
    store.db,
    ids.map((memory) => ({ memory, score: 1, lists: [] })),
  );
  const texts = store.db.prepare("select text from memories where id in (select value from json_each(?))");
  expect(texts.pluck().all(JSON.stringify([...found]))).toEqual(["The deck oven."]);
});

it("lets a nearer meaning decide between neighbours, and is neutral where a vector is missing", () => {
  const rows = [row("a."), row("b.")];
  expect(order("q", rows, [0.1, 0.7])[0]?.memory).toBe(1);
  expect(order("q", rows, [0.5])[0]?.memory).toBe(0);
});

it("orders the first fifty again and keeps all others behind them, best first by score", () => {
  const rows = Array.from({ length: 80 }, (_, at) => row(at < 50 ? "Really?" : `Fact ${at}.`));
  const ordered = order("q", rows);
  expect(ordered.map(({ memory }) => memory)).toEqual(rows.map((_, at) => at));
  expect(ordered.map(({ score }) => score)).toEqual(
    ordered.map(({ score }) => score).toSorted((a, b) => b - a),
  );
});

it("reads a hostile query and text in bounded time", () => {
  const long = "Maria ".repeat(200_000);
  expect(order(long, [said("Maria", long), said("John", "when ".repeat(100_000))])).toHaveLength(2);
});

it("looks up the vectors of the first hits one by one, however many vectors there are", () => {
  const store = owned.own(newStore());
  const plan = store.db.prepare(`explain query plan ${VECTORS_OF}`).all("[1,2]", "a") as { detail: string }[];
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SCAN wanted /),
    expect.stringMatching(/^SEARCH v .*\(memory=\? AND model=\?\)$/),
  ]);
});
