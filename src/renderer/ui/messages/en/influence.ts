import type { MovedPart } from "#shared/model/moved-result.ts";
import { numberText } from "#shared/model/number-text.ts";

/** Of a natural logarithm: `0.9×` is a little more likely without, `12×` twelve times less likely. */
const factor = (drop: number): string => {
  const value = Math.exp(Math.min(drop, 13.9));
  if (drop > 13.8) return "over a million×";
  return value >= 10 ? `${numberText(Math.round(value))}×` : `${value.toFixed(1)}×`;
};

const sentences = (count: number) => (count === 1 ? "1 sentence" : `${count} sentences`);

/** How many times more or less likely, from a natural logarithm. */
const times = (drop: number): string => {
  const factor = Math.exp(Math.abs(drop));
  if (factor >= 1_000_000) return "over a million times";
  if (factor >= 100) return `${numberText(Number(factor.toPrecision(2)))} times`;
  return factor >= 10 ? `${Math.round(factor)} times` : `${factor.toFixed(1)} times`;
};

type Asked = Pick<MovedPart, "moved" | "drop" | "low" | "high" | "answers">;

const points = (share: number): string => `${Math.round(share * 100)} %`.replace("-", "−");
const lessOf = (drop: number): string => (drop < 0 ? `${points(-drop)} more` : `${points(drop)} less`);

export const influence = {
  whatMattered: "What mattered",
  tabs: { quoted: "Quoted", moved: "Moved", ledger: "Over time" },
  movedTab: {
    loading: "Looking for models that can estimate it",
    failed: "It could not be estimated",
    none: "Not estimated yet",
    noneText:
      "A model file on this computer can tell how much less likely this answer becomes when a part of the prompt is left out.",
    noModel:
      "There is no model file to estimate it with. Add a small one, or ask the model itself again without a part.",
    addModel: "Add a model file",
    estimateWith: "Estimate with",
    own: (name: string) => `${name} (it wrote the answer)`,
    measure: "Measure",
    again: "Measure again",
    goOn: "Continue",
    stop: "Stop",
    measuring: "Measuring",
    starting: "Loading the model",
    progress: (done: number, known: number, tokens: string) =>
      `${done} of at least ${known} prompts, ${tokens} tokens read`,
    cost: (parts: number, search: string, each: string) =>
      `${parts} parts. Reads about ${search} tokens or more on this computer; one by one it would be ${each}.`,
    estimatedBy: (name: string, isOwn: boolean) =>
      isOwn
        ? `Estimated by ${name}, which wrote the answer.`
        : `Estimated by ${name}, which stands in for the model that answered.`,
    took: (prompts: string, tokens: string, fewer: number) =>
      `${prompts} prompts, ${tokens} tokens read${fewer >= 2 ? `, ${Math.round(fewer)} times fewer than one by one` : ""}.`,
    stopped: "It was stopped. What was known by then is below.",
    brokeOff: (problem: string) => `It broke off: ${problem} What was known by then is below.`,
    judgedUpTo: (judged: string, answer: string) =>
      `The first ${judged} of the answer's ${answer} tokens were judged.`,
    toolsLeft: (tokens: string) =>
      `Definitions of tools (${tokens} tokens) are sent beside the messages and were not left out.`,
    part: "Part",
    sent: "Sent",
    without: "Without it, the answer is",
    quoted: "Quoted",
    kinds: { layer: "layer", group: "several", section: "section" },
    lessLikely: (drop: number) => (drop < 0 ? `${times(drop)} more likely` : `${times(drop)} less likely`),
    notMoved: "as likely as before",
    interval: (low: number, high: number) => `95 %: ${factor(low)} to ${factor(high)}`,
    reduced: "· in a short prompt",
    notOpened: (parts: number) => `its ${parts} parts were only left out together`,
    together: (parts: number) =>
      `${parts} parts were only left out together with others, and have no figure of their own.`,
    oneByOne: (tokens: string) => `Measure one by one (reads about ${tokens} tokens)`,
    restless: (factor: number) =>
      `A space more or less makes this answer up to ${times(factor)} more or less likely for this model, so only what does far more counts as moved.`,
    notWeighed: (title: string, problem: string) => `${title} could not be left out: ${problem}`,
    nothingYet: "No part was measured yet.",
    actions: "What to do with this part",
    againWithoutPart: (part: string) => `Answer again without ${part}`,
    parts: "Parts that can be left out",
    askedAgain: "By asking the model again",
  },
  again: {
    title: (part: string) => `Answer again without ${part}`,
    text: "The same model gets the same prompt without this part. It runs no tools, and nothing is learned from it.",
    times: "Answers on each side",
    once: "one, without the part",
    each: (count: number) => `${count} with it and ${count} without`,
    price: (calls: number, read: string, wrote: string) =>
      `${calls === 1 ? "1 call" : `${calls} calls`}, ${read} tokens in and ${wrote} out`,
    local: "free, it runs here",
    unknown: "its price is not known",
    ask: (calls: number) => (calls === 1 ? "Ask once" : `Ask ${calls} times`),
    asking: (done: number, of: number) => `${done} of ${of} answers`,
    first: "The answer",
    without: "Without the part",
    withIt: "With the part, again",
    bill: (input: string, output: string) => `${input} in, ${output} out`,
    back: "Back to the parts",
    dollars: (dollars: number) => `$${dollars < 0.01 ? dollars.toFixed(4) : dollars.toFixed(2)}`,
    notReported: "not reported",
    called: (names: string) => `It wanted to call ${names}.`,
    empty: "No words.",
    outcome: ({ moved, drop, low, high, answers }: Asked) =>
      `${moved ? "It moved the answer" : "No difference shown"}: without the part, answers share ${lessOf(drop)} of their words with the first${answers === null || answers < 2 ? "" : ` (95 %: ${points(low)} to ${points(high)} less; ${answers} answers on each side)`}.`,
  },
  ledger: {
    title: "What each file has cost, and whether it mattered",
    loading: "Adding up what was sent",
    failed: "The ledger could not be read",
    none: "Nothing was sent yet",
    noneText: "After the first answers, this lists what each file and memory has cost.",
    columns: {
      source: "File or memory",
      times: "Sent",
      tokens: "Tokens",
      quoted: "Quoted",
      moved: "Moved",
    },
    times: (count: number) => (count === 1 ? "once" : `${numberText(count)} times`),
    of: (count: number, all: number) => `${count} of ${all}`,
    share: (low: number, high: number) => `${Math.round(low * 100)} to ${Math.round(high * 100)} %`,
    notSampled: "not sampled",
    exempt: { soul: "Soul: no advice", pinned: "pinned: no advice" },
    advice: (tokens: string, sampled: number, atMost: number) =>
      `Costs ${tokens} tokens a turn. Left out of ${sampled} sampled answers, nothing measurable changed (95 %: at most ${Math.max(1, Math.round(atMost * 100))} %).`,
    tryWithout: (name: string) => `Try without ${name}`,
    sampling: "Sample answers in the background",
    samplingText: {
      known: "Only while the computer is idle and on mains.",
      unknown:
        "This host cannot tell whether the computer is on mains or in use, so it goes by five minutes without a message.",
    },
    states: {
      off: "",
      "no-model": "There is no model file to judge with.",
      waiting: "Waits until the computer is idle.",
      battery: "Waits for mains.",
      measuring: "Measures an answer now.",
    },
  },
  /** Of an estimate by likelihood; by asking again, `drop` is a share. */
  movedBy: (drop: number) => `moved the answer: ${times(drop)} less likely without`,
  ask: "Where this is from",
  askMarked: "Where is this from?",
  titles: {
    quoted: "Where the answer is from",
    moved: "What moved the answer",
    ledger: "What each file has cost",
  },
  texts: {
    quoted: "Sentences that share words with what was sent are underlined. Mark one to see the passages.",
    moved: "How much less likely the same answer becomes when a part of the prompt is left out.",
    ledger: "How often each file and memory was sent, and in how many answers it is known to have mattered.",
  },
  limits: {
    moved:
      "A part that moved the answer did not have to make it better. Two parts that say the same can each seem to move nothing.",
    ledger: "Only answers that were measured count as sampled. Nothing is ever removed by itself.",
  },
  loading: "Comparing the answer with what was sent",
  failed: "The answer could not be compared",
  answer: "Sentences of the answer",
  passages: "Passages",
  none: "Nothing that was sent is close to this",
  noneText:
    "No text that was sent shares six words in a row, a rare name or a rare number with it. It can still go back to one, in other words, or to what the model learned before.",
  pick: "No sentence is marked",
  pickText: "Mark a sentence of the answer to see what it shares with what was sent.",
  kinds: {
    run: "same words",
    name: "rare name",
    number: "rare number",
    words: "similar words",
  },
  open: (file: string, line: number | null) =>
    line === null ? `Open ${file}` : `Open ${file} at line ${line}`,
  line: (line: number) => `line ${line}`,
  moved: "not in the file any more",
  sources: {
    soul: "Soul",
    core: "Core file",
    files: "File",
    system: "System prompt",
    tools: "Tools",
    memory: "Memory",
    history: "Earlier message",
    message: "Your message",
    overhead: "Overhead",
  } as Readonly<Record<string, string>>,
  compared: (segments: string, words: string) =>
    `Compared on this computer with ${segments} parts of the prompt, ${words} words. Shared words do not prove that the answer needed them.`,
  upTo: (chars: string) => `The answer is very long: only its first ${chars} characters were compared.`,
  quotedIn: (count: number) => `quoted in ${sentences(count)}`,
  lastQuotes: (count: number) => `The last answer quotes this in ${sentences(count)}.`,
};
