import { expect, it } from "vitest";
import { matchQuery, queryWords, searchable } from "./search-text.ts";

it("removes stop words from a query, unless there is nothing else", () => {
  expect(queryWords("When did the mill deliver?")).toEqual(["mill", "deliver"]);
  expect(queryWords("who is it")).toEqual(["who", "is", "it"]);
});

it("quotes every word, so that nothing is syntax", () => {
  expect(matchQuery(queryWords('rye" OR body:* NEAR(a b) -mill'))).toBe(
    '"rye" OR "body" OR "near" OR "mill"',
  );
  expect(matchQuery(queryWords('"*^(){}'))).toBeNull();
});

it("splits scripts without spaces into pairs, in texts and in queries", () => {
  expect(searchable("日本語 bread")).toBe(" 日本 本語 語  bread");
  expect(matchQuery(queryWords("日本語"))).toBe('"日本" OR "本語" OR "語"*');
  expect(matchQuery(queryWords("語"))).toBe('"語"*');
});

it("removes the optional marks of Arabic", () => {
  expect(searchable("خُبْز")).toBe("خبز");
  expect(queryWords("خُبْز")).toEqual(["خبز"]);
});

it("keeps plain text as it is", () => {
  expect(searchable("Plain, naïve text 123")).toBeNull();
});

it("uses a bounded number of words from a huge query", () => {
  const words = Array.from({ length: 20_000 }, (_, at) => `word${at}`);
  expect(queryWords(words.join(" ")).length).toBe(48);
});
