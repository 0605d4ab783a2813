import { execFileSync } from "node:child_process";
import { chineseText, packageText, randomFrom } from "../src/main/tokens/reference-corpus.ts";
import { estimateRows } from "./estimate/measure.ts";
import { writeSection } from "./results.ts";

/** Counting against js-tiktoken and tiktoken (WASM), o200k_base, one thread each, the same texts in one run. */
type Count = (text: string) => number;
type Side = { readonly name: string; load(): Promise<Count> };

const ours = (encoding: string) => async (): Promise<Count> => {
  const { loadEncoder } = await import("../src/main/tokens/load-encoder.ts");
  const { ranksFolder } = await import("../src/main/tokens/load-ranks.ts");
  const encoder = await loadEncoder(encoding, null, ranksFolder("resources"));
  return (text) => encoder.count(text, () => {}).tokens;
};

const sides: readonly Side[] = [
  { name: "Satchel", load: ours("o200k_base") },
  {
    name: "js-tiktoken",
    load: async () => {
      const { Tiktoken } = await import("js-tiktoken/lite");
      const { default: ranks } = await import("js-tiktoken/ranks/o200k_base");
      const encoder = new Tiktoken(ranks);
      return (text) => encoder.encode(text, [], []).length;
    },
  },
  {
    name: "tiktoken (WASM)",
    load: async () => {
      const { get_encoding } = await import("tiktoken");
      const encoder = get_encoding("o200k_base");
      return (text) => encoder.encode(text, [], []).length;
    },
  },
];

const ROUNDS = 5;
/** Parts of a text that are counted and timed one by one. */
const PARTS = 9;
const CHARACTERS = 270_000;
const COLD_CHARACTERS = 20_000;
const EDITS = 31;
/** A part takes less than a millisecond, in which a compiler that is still at work would be what is measured. */
const WARM_UPS = 8;

const english = ["zod", "fast-check", "yaml", "ai"];

const main = async () => {
  const asked = process.argv[2];
  if (asked === "estimate") return writeEstimate();
  // A separate process, so that a cold start is cold.
  if (asked !== undefined && asked !== "counting")
    return console.log(JSON.stringify(await coldStart(sides[Number(asked)] as Side)));

  const rows: string[][] = [];
  const colds = sides.map((_, index) =>
    Array.from({ length: ROUNDS }, () => {
      const printed = execFileSync(process.execPath, [import.meta.filename, `${index}`], {
        encoding: "utf8",
      });
      return JSON.parse(printed) as ColdStart;
    }),
  );
  const times = (pick: (cold: ColdStart) => number) => colds.map((runs) => median(runs.map(pick)));
  rows.push(
    timeRow(
      "cold load, ms",
      times(({ load }) => load),
    ),
  );
  rows.push(
    timeRow(
      "cold load and first 20,000 characters, ms",
      times(({ load, first }) => load + first),
    ),
  );

  const counters = await Promise.all(sides.map((side) => side.load()));
  warmUp(counters);
  const texts = {
    English: packageText(english, /\.md$/, CHARACTERS),
    code: packageText(["zod", "yaml"], /\.(js|ts)$/, CHARACTERS),
    Chinese: chineseText(CHARACTERS / 2),
  };
  for (const [kind, text] of Object.entries(texts)) rows.push(speedRow(kind, counters, text));

  const head = ["", ...sides.map(({ name }) => name), "ratios"];
  writeSection(
    "tokens",
    "Counting tokens",
    "npm run bench:tokens",
    [
      table([head, ...rows]),
      `Ratios: how many times better Satchel is than js-tiktoken and than tiktoken (WASM); below 1 it is worse. All figures are time on a core. Cold: a new process each, median of ${ROUNDS}. Tokens/s: after all three counted other text ${WARM_UPS} times to warm up, median of ${PARTS} parts, each counted once.`,
      "Hard input, 1 MB in one piece, ms (the others are quadratic in its length and not run):",
      table([["", "o200k_base", "cl100k_base"], ...(await hardRows())]),
      await liveLine(texts.English),
    ].join("\n\n"),
  );
  if (asked !== "counting") await writeEstimate();
};

const writeEstimate = async (): Promise<void> => {
  const { head, rows, against } = await estimateRows();
  writeSection(
    "estimate",
    "Estimating tokens for unknown models",
    "npm run bench:tokens -- estimate",
    [
      table([head, ...rows]),
      `Against ${against.join(", ")}; the files come with \`node bench/estimate/fetch-tokenizers.ts\` and are left out where they were not fetched. Pieces of up to 1,500 characters from installed packages, the sample and made tables and lists. Mean error: size of the error, over all pieces and tokenizers. Worst tenth: a tenth of the errors is larger. Too low: share of estimates below the true count, and below nine tenths of it. The spread between the tokenizers themselves is large: on Hebrew the largest count is 2.2 times the smallest.`,
    ].join("\n\n"),
  );
};

type ColdStart = { readonly load: number; readonly first: number };

const coldStart = async (side: Side): Promise<ColdStart> => {
  const text = packageText(english, /\.md$/, COLD_CHARACTERS);
  const from = cpuMs();
  const count = await side.load();
  count("hello world");
  const loaded = cpuMs();
  count(text);
  return { load: loaded - from, first: cpuMs() - loaded };
};

/** Warm-up text of all three kinds: compilers need some time to find hot code. */
const warmUp = (counters: readonly Count[]) => {
  const texts = [
    packageText(["ws", "chokidar", "react-arborist"], /\.md$/, 60_000),
    packageText(["ws", "chokidar"], /\.(js|ts)$/, 60_000),
    chineseText(6_000, 9),
  ];
  for (const count of counters)
    for (let round = 0; round < WARM_UPS; round++) for (const text of texts) count(text);
};

/** The implementations take turns, so that a busy moment does not affect only one. */
const speedRow = (kind: string, counters: readonly Count[], text: string): string[] => {
  const length = Math.ceil(text.length / PARTS);
  const parts = Array.from({ length: PARTS }, (_, part) => text.slice(part * length, (part + 1) * length));
  const speeds = parts.map((part) => {
    const results = counters.map((count) => {
      const from = cpuMs();
      const tokens = count(part);
      return { tokens, speed: (tokens / (cpuMs() - from)) * 1000 };
    });
    if (new Set(results.map(({ tokens }) => tokens)).size > 1) throw new Error(`Counts of ${kind} differ.`);
    return results.map(({ speed }) => speed);
  });
  const medians = counters.map((_, side) => median(speeds.map((results) => results[side] ?? 0)));
  const [own = 0, ...others] = medians;
  return [
    `${kind}, tokens/s`,
    ...medians.map((speed) => Math.round(speed).toLocaleString("en")),
    others.map((speed) => `${(own / speed).toFixed(1)}×`).join(" · "),
  ];
};

const hardRows = async (): Promise<string[][]> => {
  const counters = [await ours("o200k_base")(), await ours("cl100k_base")()];
  const random = randomFrom(7);
  const texts = {
    "one letter": "a".repeat(2 ** 20),
    dashes: "-".repeat(2 ** 20),
    blanks: " ".repeat(2 ** 20),
    base64: Buffer.from(Array.from({ length: 786_432 }, () => random(256))).toString("base64"),
    "Chinese without a mark": chineseText(400_000)
      .replaceAll(/[，。、；\n“”]/g, "")
      .slice(0, 350_000),
  };
  return Object.entries(texts).map(([kind, text]) => [
    kind,
    ...counters.map((count) => {
      const from = cpuMs();
      count(text);
      return (cpuMs() - from).toFixed(0);
    }),
  ]);
};

/** As in the editor: the whole text is sent to the worker after each letter typed into its middle. */
const liveLine = async (text: string): Promise<string> => {
  const { createTokenCounter } = await import("../src/main/tokens/token-counter.ts");
  const counter = createTokenCounter({ workers: 1 });
  const middle = text.length >> 1;
  await counter.count(text, "o200k_base");
  const times: number[] = [];
  for (let n = 1; n <= EDITS; n++) {
    const typed = "the oven is hot by five, and flour comes on Monday".slice(0, n);
    const edited = text.slice(0, middle) + typed + text.slice(middle);
    const from = performance.now();
    await counter.count(edited, "o200k_base");
    times.push(performance.now() - from);
  }
  await counter.close();
  return `Live count: a letter typed into ${(text.length / 1000).toFixed(0)},000 characters of English is counted again in ${median(times).toFixed(1)} ms on the clock, worker and back, median of ${EDITS}.`;
};

/** CPU time, not wall-clock time: other programs on the machine do not count. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const timeRow = (title: string, values: readonly number[]): string[] => {
  const [own = 0, ...others] = values;
  return [
    title,
    ...values.map((ms) => ms.toFixed(0)),
    others.map((ms) => `${(ms / own).toFixed(1)}×`).join(" · "),
  ];
};

const table = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

await main();
