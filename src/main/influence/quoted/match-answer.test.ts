import {
  array,
  assert,
  constantFrom,
  integer,
  oneof,
  property,
  string,
  stringMatching,
  uniqueArray,
} from "fast-check";
import { describe, expect, it } from "vitest";
import { matchAnswer, type SentText } from "./match-answer.ts";

const sent = (segment: string, text: string, isQuestion = false): SentText => ({ segment, text, isQuestion });

const filler = sent(
  "files:filler",
  "# Notes\n\nThe morning was quiet. Nobody came before nine, and the street stayed empty until the market opened.\nWe wrote the list for the week and swept the floor.",
);

/** Of the sentence that begins like this. */
const passagesOf = (answer: string, texts: readonly SentText[], beginning: string) => {
  const { sentences } = matchAnswer(answer, texts);
  const sentence = sentences.find(({ from }) => answer.slice(from).startsWith(beginning));
  if (!sentence) throw new Error(`No sentence begins with ${beginning}.`);
  return sentence.passages;
};

describe("what an answer quotes", () => {
  it("is a run of six words, with its line, whatever marks and case it has", () => {
    const hours = sent("files:hours", "# Hours\n\n**On Sundays** the shop opens at eight o'clock.\n");
    const [passage, ...others] = passagesOf(
      "Yes. On sundays THE SHOP opens at eight, as always.",
      [filler, hours],
      "On sundays",
    );
    expect(passage).toMatchObject({
      segment: "files:hours",
      kind: "run",
      line: 3,
      text: "**On Sundays** the shop opens at eight o'clock.",
    });
    const [from = 0, to = 0] = passage?.marks[0] ?? [];
    expect(passage?.text.slice(from, to)).toBe("On Sundays** the shop opens at eight");
    expect(others).toEqual([]);
  });

  it("is not five words", () => {
    const hours = sent("files:hours", "the shop opens at eight");
    const { segments } = matchAnswer("I think the shop opens at eight today.", [filler, hours]);
    expect(segments).toEqual([]);
  });

  it("is a rare number or a rare name, and not one that the question says", () => {
    const facts = sent(
      "files:facts",
      "Rent is 1,900 euros.\nThe landlord is called Vermeulen.\nThe oven is a Miwe.",
    );
    const question = sent("message:new", "Who repairs the Miwe?", true);
    const answer = "You pay 1900 each month. Ask Vermeulen about the Miwe.";
    expect(passagesOf(answer, [filler, facts, question], "You pay")).toMatchObject([
      { segment: "files:facts", kind: "number", shared: ["1900"], line: 1 },
    ]);
    const [named] = passagesOf(answer, [filler, facts, question], "Ask");
    expect(named).toMatchObject({ segment: "files:facts", kind: "name", shared: ["Vermeulen"], line: 2 });
  });

  it("is a name at the beginning of a sentence only if the prompt shows that it is a name", () => {
    const facts = sent("files:facts", "However it went, the boat belongs to Anneke.");
    expect(passagesOf("Anneke owns it.", [filler, facts], "Anneke")).toHaveLength(1);
    expect(passagesOf("However, that is open.", [filler, facts], "However")).toHaveLength(0);
  });

  it("is not a name that many texts have", () => {
    const many = Array.from({ length: 8 }, (_, at) => sent(`files:${at}`, `Note ${at}: call Vermeulen.`));
    expect(matchAnswer("Please call Vermeulen.", many).segments).toEqual([]);
  });

  it("does not count what only the question says, except as the question's own", () => {
    const words = "what does the small boat cost per day";
    const texts = [
      sent("files:faq", `# FAQ\n\n## ${words}\n\nAsk us.`),
      sent("message:new", `${words}?`, true),
    ];
    const { segments } = matchAnswer(`You ask ${words}. I do not know.`, texts);
    expect(segments).toEqual([{ segment: "message:new", sentences: 1 }]);
  });

  it("is found in scripts without spaces, from twelve characters on", () => {
    const texts = [filler, sent("files:zh", "本店星期天上午八点开门营业，星期一休息。")];
    expect(passagesOf("是的，本店星期天上午八点开门营业。", texts, "是的")).toMatchObject([
      { kind: "run", line: 1 },
    ]);
    expect(matchAnswer("星期天八点。", texts).segments).toEqual([]);
  });

  it("lists a line with several of a sentence's rare words last, and does not count it as quoted", () => {
    const oven = sent("files:oven", "Preheating the stone oven takes ninety minutes before baking rye.");
    const answer = "Before baking, give the stone oven ninety minutes.";
    const { sentences, segments } = matchAnswer(answer, [filler, oven]);
    expect(sentences[0]?.passages).toMatchObject([{ segment: "files:oven", kind: "words" }]);
    expect(segments).toEqual([]);
  });

  it("puts the passage with more and rarer words first", () => {
    const common = "and the list for the week";
    const answer = `He wrote down ${common}, heron ferry mooring fees rise every autumn here.`;
    const texts = [
      sent("files:common", `${common} is long. ${`${common}. `.repeat(5)}`),
      sent("files:rare", "heron ferry mooring fees rise every autumn"),
    ];
    expect(passagesOf(answer, texts, "He wrote").map(({ segment }) => segment)).toEqual([
      "files:rare",
      "files:common",
    ]);
  });

  it("splits a run at the end of a sentence", () => {
    const text = "First we weigh the flour and the salt. Then we wait for the dough to rise.";
    const { sentences } = matchAnswer(text, [sent("files:bread", text)]);
    expect(sentences).toHaveLength(2);
    for (const { from, to, passages } of sentences) {
      const [from2 = 0, to2 = 0] = passages[0]?.marks[0] ?? [];
      expect(`${passages[0]?.text.slice(from2, to2)}.`).toBe(text.slice(from, to));
    }
  });

  it("says where it stopped in an answer that is too long", () => {
    const answer = "A short sentence stands here for the test. ".repeat(5000);
    const matched = matchAnswer(answer, [filler]);
    expect(matched.comparedUpTo).toBe(160_000);
    expect(matchAnswer("Short.", [filler]).comparedUpTo).toBeNull();
  });

  it("is found at most a few times in an answer that repeats itself, and compared in bounded work", () => {
    const repeated = "Bread. ".repeat(5_000);
    const texts = Array.from({ length: 8 }, (_, at) => sent(`history:${at}`, repeated));
    const matched = matchAnswer(repeated, texts);
    expect(matched.sentences).toHaveLength(5_000);
    expect(Math.max(...matched.sentences.map(({ passages }) => passages.length))).toBeLessThanOrEqual(5);
    expect(matched.segments).toHaveLength(8);
  });
});

const word = stringMatching(/^[a-z]{3,9}$/);

describe("comparing an answer with texts", () => {
  it("finds every copied run of six words or more, and nothing where no word is shared", () => {
    assert(
      property(
        uniqueArray(word, { minLength: 40, maxLength: 60 }),
        integer({ min: 6, max: 15 }),
        integer({ min: 0, max: 20 }),
        (words, length, at) => {
          const [text, others] = [words.slice(0, 36), words.slice(36)];
          const copied = text.slice(at, at + length);
          const answer = `${others.join(" ")} ${copied.join(" ")}.`;
          const matched = matchAnswer(answer, [filler0, sent("files:a", text.join(" "))]);
          expect(matched.segments).toEqual([{ segment: "files:a", sentences: 1 }]);
          expect(matched.sentences[0]?.passages[0]?.shared).toEqual([copied.join(" ")]);
          expect(matchAnswer(others.join(" "), [sent("files:a", text.join(" "))]).segments).toEqual([]);
        },
      ),
    );
  });

  it("marks only what both have, whatever the texts are", () => {
    const text = array(oneof(word, constantFrom("Ana", "42", "\n", "🐙", "é", "x.md", "。", "海")), {
      maxLength: 60,
    });
    assert(
      property(text, text, string({ unit: "binary" }), (first, second, any) => {
        const answer = [...first, ...second.slice(0, 9)].join(" ") + any;
        const texts = [sent("a", second.join(" ")), sent("b", `${any}\n${first.join("\n")}`)];
        for (const { from, to, passages } of matchAnswer(answer, texts).sentences) {
          expect(to).toBeGreaterThan(from);
          const own = plain(answer.slice(from, to));
          for (const { text: shown, marks } of passages)
            for (const [start, end] of marks) {
              expect(end).toBeGreaterThan(start);
              expect(own).toContain(plain(shown.slice(start, end)));
            }
        }
      }),
    );
  });
});

const filler0 = sent("files:none", "0 1 2 3");

const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
