import { expect, it } from "vitest";
import { matchQuery, plainQueryWords, queryWords, searchable } from "./search-text.ts";

it("removes stop words from a query, unless there is nothing else", () => {
  expect(queryWords("When did the mill deliver?")).toEqual([["mill"], ["deliver"]]);
  expect(queryWords("who is it")).toEqual([["who"], ["is"], ["it"]]);
  expect(queryWords("Wann ist die Lieferung?", ["de"])).toEqual([["lieferung", "liefer"]]);
});

it("quotes every word, so that nothing is syntax", () => {
  expect(matchQuery(queryWords('rye" OR body:* NEAR(a b) -mill'))).toBe(
    '"rye" OR "body" OR "near" OR "mill"',
  );
  expect(matchQuery(queryWords('"*^(){}'))).toBeNull();
});

it("splits scripts without spaces into pairs and words, and a query into words and their pairs", () => {
  expect(searchable("東京都 bread")?.trim().split(/\s+/)).toEqual(["東京", "京都", "都", "東京", "bread"]);
  expect(matchQuery(queryWords("東京の天気"))).toBe('"東京" OR "天気"');
  expect(matchQuery(queryWords("語"))).toBe('"語"*');
});

it("removes the optional marks of Arabic, the article and what is written in front of a word", () => {
  expect(searchable("خُبْز")?.trim()).toBe("خبز");
  for (const word of ["الخبز", "والخبز", "بالخبز"]) expect(queryWords(word)[0]).toContain("خبز");
});

it("keeps a word with vowel marks in one piece, which the full-text index would split", () => {
  expect(searchable("किताब")?.trim()).toMatch(/^[\p{L}\p{Co}]+$/u);
  expect(queryWords("किताबें")[0]).toContain(searchable("किताब")?.trim());
});

it("looks for a word as it is and as a stem of each language that is there, and of no other", () => {
  expect(queryWords("Bäckereien")).toEqual([["bäckereien"]]);
  expect(queryWords("Bäckereien", ["de"])).toEqual([["bäckereien", "backerei"]]);
  expect(searchable("Zwei Bäckereien", "de")).toContain(" backerei ");
});

it("keeps plain text as it is", () => {
  expect(searchable("Plain, naïve text 123")).toBeNull();
  expect(searchable("Ελληνικά, 한국어, 🙂")).toBeNull();
});

it("uses a bounded number of words from a huge query", () => {
  const words = Array.from({ length: 20_000 }, (_, at) => `word${at}`);
  expect(queryWords(words.join(" ")).length).toBe(48);
});

it("leaves words as they are typed for a database that cuts them itself", () => {
  expect(plainQueryWords("When do the Bäckereien open?")).toEqual(["bäckereien", "open"]);
  expect(plainQueryWords("Wann kommt die Lieferung?")).toEqual(["kommt", "lieferung"]);
  expect(plainQueryWords("किताबें")).toEqual(["किताबें"]);
});
