import { afterEach, describe, expect, it } from "vitest";
import { Disposables } from "../../base/disposables.ts";
import { letterEmbedder, newStore, openTestMemory, textSource } from "../test-memory.ts";

const owned = new Disposables();
afterEach(() => owned.close());

/** The lines that a search by words finds, best first. */
const openLines = async (lines: readonly string[]) => {
  const text = lines.map((line) => `- ${line}`).join("\n");
  const memory = owned.own(
    openTestMemory(owned.own(newStore()), { sources: async () => [textSource("MEMORY.md", text)] }),
  );
  await memory.start();
  const fusion = { k: 3, weights: { keyword: 1, vector: 0, graph: 0 } };
  return async (query: string) =>
    (await memory.search({ query, workspace: "workspace", agent: "main", limit: 20, fusion })).hits.map(
      ({ text }) => text,
    );
};

const languages: Readonly<
  Record<string, { lines: readonly string[]; finds: readonly (readonly [string, number])[] }>
> = {
  German: {
    lines: [
      "Die Bäckerei am Markt ist montags geschlossen.",
      "Für die Häuser in der Bahnhofstraße fehlen noch drei Schlüssel.",
      "Das Angebot wurde am Freitag verschickt und nicht beantwortet.",
    ],
    finds: [
      ["Bäckereien", 0],
      ["BÄCKEREI", 0],
      ["Baeckerei", 0],
      ["backerei", 0],
      ["Welches Haus?", 1],
      ["Bahnhofstrasse", 1],
      ["die Angebote", 2],
    ],
  },
  Spanish: {
    lines: [
      "La panadería abre los lunes a las ocho.",
      "Las reuniones con el proveedor son en la oficina.",
      "El niño perdió su canción favorita.",
    ],
    finds: [
      ["panaderías", 0],
      ["panaderia", 0],
      ["¿Cuándo es la reunión?", 1],
      ["reunion", 1],
      ["canciones de los niños", 2],
    ],
  },
  French: {
    lines: [
      "La boulangerie est fermée le lundi.",
      "Les chevaux de mon oncle sont à vendre.",
      "Nous avons décidé d'acheter l'étagère bleue.",
    ],
    finds: [
      ["boulangeries", 0],
      ["cheval", 1],
      ["étagères", 2],
      ["etagere", 2],
      ["décider", 2],
    ],
  },
  Russian: {
    lines: ["Книга лежит на столе у Анны.", "Поезд в Москву уходит в семь.", "Ещё не пришли счета за март."],
    finds: [
      ["книги", 0],
      ["КНИГУ", 0],
      ["Москва", 1],
      ["поезда", 1],
      ["счёт", 2],
    ],
  },
  Turkish: {
    lines: [
      "Kitap masanın üstünde duruyor.",
      "İstanbul'daki toplantı salı günü yapılacak.",
      "Işıklar gece boyunca açık kaldı.",
    ],
    finds: [
      ["kitaplar", 0],
      ["KİTAPLARIMIZ", 0],
      ["istanbul", 1],
      ["ISTANBUL", 1],
      ["ışık", 2],
      ["IŞIK", 2],
      ["isik", 2],
    ],
  },
  Chinese: {
    lines: ["她在东京大学学习物理。", "面包店星期二送货。", "会议改到下周三上午。"],
    finds: [
      ["东京大学", 0],
      ["东京的大学", 0],
      ["面包", 1],
      ["店", 1],
      ["会议是什么时候", 2],
    ],
  },
  Japanese: {
    lines: [
      "東京の天気は晴れです。",
      "京都の店は来週開きます。",
      "会議は火曜日に変更されました。",
      "東京都の予算が決まった。",
    ],
    finds: [
      ["東京の天気", 0],
      ["天気", 0],
      ["京都", 1],
      ["会議を変更する", 2],
      ["ﾖｻﾝ 予算", 3],
    ],
  },
  Arabic: {
    lines: ["كتاب الفيزياء على الطاولة.", "المدرسة تفتح يوم الأحد.", "يصل الخُبْز صباح الثلاثاء."],
    finds: [
      ["الكتب", 0],
      ["والكتاب", 0],
      ["مدارس", 1],
      ["الاحد", 1],
      ["خبز", 2],
    ],
  },
  Hindi: {
    lines: ["किताब मेज़ पर रखी है।", "लड़के स्कूल से देर से आए।", "दुकान सोमवार को बंद रहती है।"],
    finds: [
      ["किताबें", 0],
      ["किताबों में क्या है?", 0],
      ["लड़का", 1],
      ["दुकानें", 2],
    ],
  },
  English: {
    lines: [
      "The bakery closes on Mondays.",
      "Three universities answered.",
      "Zoë's café is naïve about rent.",
    ],
    finds: [
      ["bakeries", 0],
      ["university", 1],
      ["cafe Zoe", 2],
    ],
  },
};

describe.each(Object.entries(languages))("%s", (_name, { lines, finds }) => {
  it.each(finds)("finds %s", async (query, at) => {
    const ask = await openLines([...lines, "Nothing of the kind is written here."]);
    expect((await ask(query))[0]).toBe(lines[at]);
  });
});

it("finds every language in one workspace, and a name in a text of a different language", async () => {
  const lines = Object.values(languages).flatMap(({ lines }) => lines);
  const ask = await openLines(lines);
  for (const { lines: own, finds } of Object.values(languages))
    for (const [query, at] of finds) expect((await ask(query)).slice(0, 3)).toContain(own[at]);
  expect((await ask("What did they say about Anna? Анна"))[0]).toBe(languages["Russian"]?.lines[0]);
});

it("does not take Kyoto for a part of Tokyo where both are written", async () => {
  const ask = await openLines(["東京都の人口が増えた。", "京都の人口が減った。"]);
  expect((await ask("京都"))[0]).toBe("京都の人口が減った。");
});

it("leaves vectors out for a query in a language that the built-in model does not read, and says so", async () => {
  const sources = async () => [
    textSource("MEMORY.md", "- Die Bäckerei ist am Montag zu.\n- The bakery is closed on Monday."),
  ];
  const english = { ...letterEmbedder("english", 16), onlyEnglish: true };
  const other = letterEmbedder("other", 16);
  const notes: (string | null)[] = [];
  for (const embedder of [english, other]) {
    const memory = owned.own(openTestMemory(owned.own(newStore()), { sources, embedder: () => embedder }));
    await memory.start();
    await memory.settled();
    for (const query of ["Wann ist die Bäckerei zu?", "When is the bakery closed?", "Müller"]) {
      const answer = await memory.search({ query, workspace: "workspace", agent: "main", limit: 5 });
      notes.push(answer.note);
      expect(answer.lists.includes("vector")).toBe(answer.note === null);
    }
  }
  expect(notes).toEqual([expect.stringContaining("reads English only"), null, null, null, null, null]);
});

it("keeps words of any length and script bounded", async () => {
  const ask = await openLines([
    "a".repeat(50_000),
    "東".repeat(20_000),
    "ü".repeat(20_000),
    "и".repeat(20_000),
  ]);
  expect(await ask("東京")).toHaveLength(0);
});

it("reads an index of an earlier version again in the background, and keeps its vectors and pins", async () => {
  const store = owned.own(newStore());
  const sources = async () => [
    textSource("MEMORY.md", "- Die Bäckerei am Markt ist zu.\n- The mill is open."),
  ];
  const first = openTestMemory(store, { sources });
  await first.start();
  await first.settled();
  const ids = () => store.db.prepare("select id, uid from memories order by id").all();
  const vectors = () => store.db.prepare("select id, memory from memory_vectors order by id").all();
  const before = [ids(), vectors()];
  await first.close();
  store.db.exec(
    "update memories set body = null, language = null, state = 'old'; update memory_sources set mark = '6:old'",
  );
  const memory = owned.own(openTestMemory(store, { sources }));
  const found = async () =>
    (await memory.search({ query: "Bäckereien", workspace: "workspace", agent: "main", limit: 5 })).hits[0];
  await memory.start();
  expect((await found())?.lists.map(({ list }) => list)).toContain("keyword");
  expect([ids(), vectors()]).toEqual(before);
});
