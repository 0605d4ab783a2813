import { fork } from "node:child_process";
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { stat } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createClient } from "#shared/contract/index.ts";
import { createCore } from "../src/main/create-core.ts";
import { testPorts } from "../src/main/ports/test-ports.ts";
import { put } from "../src/main/workspace/test-workspace.ts";
import { writeSection } from "./results.ts";

/**
 * Large exports of ChatGPT: looked at (what the plan says), then written into a project, beside plain reading of the
 * same bytes.
 */

const MEGABYTES = (process.env["BENCH_MB"] ?? "50,500").split(",").map(Number);
/** Larger ones are only looked at. */
const MAX_WRITTEN_MEGABYTES = Number(process.env["BENCH_WRITE_MB"] ?? "500");
const MESSAGES = 40;
const MESSAGE_CHARS = 1_200;
const BYTES_PER_MB = 1024 * 1024;
/** The first conversation begins at this second; each one is an hour later. */
const FIRST_TIME = 1_700_000_000;

type Mark = {
  readonly step: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
  readonly beforeMb: number;
  readonly said: string;
};

const main = async () => {
  const loadBefore = loadavg()[0] ?? 0;
  const rows: string[] = [];
  for (const size of MEGABYTES) rows.push(...(await measure(size)));
  writeSection(
    "import",
    "Moving in: a large export of ChatGPT",
    "npm run bench:import",
    [
      `\`conversations.json\` made for the bench, ${MESSAGES} messages in each conversation. CPU time of the whole process, its workers included, from the beginning of a step to its end; the peak is the resident memory of the process up to then, and before the first step it is the program itself. Plain reading is the same program in a process of its own that only reads the bytes.`,
      "",
      "Looking only parses. Writing stores each message in two files, the log and what the model sees, and in two full-text indexes, that of conversations and that of memories; the cost grows with the number of entries. Of the peak, half is memory that waits to be collected: the heap after a collection does not grow with the export.",
      "",
      ...(MEGABYTES.some((size) => size > MAX_WRITTEN_MEGABYTES)
        ? [`In this run, exports over ${MAX_WRITTEN_MEGABYTES} MB were only looked at and not written.`, ""]
        : []),
      `Processes that wanted a core: ${loadBefore.toFixed(0)} before the run, ${(loadavg()[0] ?? 0).toFixed(0)} at its end.`,
      "",
      "| export | step | CPU | times plain reading | per second of CPU | on the clock | peak memory, of it before | result |",
      "|---|---|---|---|---|---|---|---|",
      ...rows,
    ].join("\n"),
  );
};

const measure = async (size: number): Promise<readonly string[]> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "satchel-bench-import-")));
  try {
    const file = join(folder, "conversations.json");
    await writeExport(file, size);
    const megabytes = (await stat(file)).size / BYTES_PER_MB;
    const plain = await measured("read", file, folder);
    const imported = await measured(size > MAX_WRITTEN_MEGABYTES ? "look" : "import", file, folder);
    const floor = plain[0]?.cpuSeconds ?? Number.NaN;
    return [...plain, ...imported].map(({ step, seconds, cpuSeconds, peakMb, beforeMb, said }) => {
      const cells = [
        `${megabytes.toFixed(0)} MB`,
        step,
        `${cpuSeconds.toFixed(1)} s`,
        (cpuSeconds / floor).toFixed(0),
        `${(megabytes / cpuSeconds).toFixed(1)} MB`,
        `${seconds.toFixed(1)} s`,
        `${peakMb.toFixed(0)} MB, ${beforeMb.toFixed(0)} MB`,
        said,
      ];
      return `| ${cells.join(" | ")} |`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

/** Streamed: the export is never in memory as a whole. */
const writeExport = async (file: string, megabytes: number): Promise<void> => {
  let bytes = 0;
  let count = 0;
  const pieces = function* () {
    yield "[";
    while (bytes < megabytes * BYTES_PER_MB) {
      const piece = `${count === 0 ? "" : ","}${JSON.stringify(conversation(count))}`;
      bytes += Buffer.byteLength(piece);
      count += 1;
      yield piece;
    }
    yield "]";
  };
  await pipeline(Readable.from(pieces()), createWriteStream(file));
};

const conversation = (index: number) => {
  const time = FIRST_TIME + index * 3_600;
  const id = (at: number) => `c${index}-m${at}`;
  const root = { id: id(0), message: null, parent: null, children: [id(1)] };
  const nodes = Array.from({ length: MESSAGES }, (_, each) => {
    const at = each + 1;
    return {
      id: id(at),
      parent: id(at - 1),
      children: at === MESSAGES ? [] : [id(at + 1)],
      message: {
        id: id(at),
        author: { role: at % 2 === 1 ? "user" : "assistant", name: null, metadata: {} },
        create_time: time + at,
        content: { content_type: "text", parts: [textOf(index, at)] },
        status: "finished_successfully",
        weight: 1,
        metadata: at % 2 === 1 ? {} : { model_slug: "gpt-5-2" },
        recipient: "all",
      },
    };
  });
  return {
    title: `Bread number ${index}`,
    create_time: time,
    update_time: time + MESSAGES,
    mapping: Object.fromEntries([root, ...nodes].map((node) => [node.id, node])),
    current_node: id(MESSAGES),
    conversation_id: `c${index}`,
  };
};

const textOf = (conversationNumber: number, message: number): string =>
  `Answer ${message} about bread ${conversationNumber}: flour, “water”, salt and time. 🍞\n`
    .repeat(MESSAGE_CHARS)
    .slice(0, MESSAGE_CHARS);

const measured = (role: string, file: string, folder: string): Promise<readonly Mark[]> =>
  new Promise((done, fail) => {
    const marks: Mark[] = [];
    const child = fork(import.meta.filename, [role, file, folder]);
    child.on("message", (mark) => marks.push(mark as Mark));
    child.once("exit", (code) =>
      code === 0 ? done(marks) : fail(new Error(`The step "${role}" ended with ${code}.`)),
    );
  });

/** One step, reported to the process that measures. */
const step = async (name: string, work: () => Promise<string>): Promise<void> => {
  const start = performance.now();
  const beforeMb = peak();
  const before = process.cpuUsage();
  const said = await work();
  const { user, system } = process.cpuUsage(before);
  process.send?.({
    step: name,
    seconds: (performance.now() - start) / 1_000,
    cpuSeconds: (user + system) / 1_000_000,
    peakMb: peak(),
    beforeMb,
    said,
  } satisfies Mark);
};

/** maxRSS is in kilobytes on every system. */
const peak = (): number => process.resourceUsage().maxRSS / 1_024;

const readPlainly = (file: string) =>
  step("plain reading", async () => {
    let bytes = 0;
    for await (const chunk of createReadStream(file, { highWaterMark: BYTES_PER_MB }))
      bytes += (chunk as Buffer).length;
    return `${(bytes / BYTES_PER_MB).toFixed(0)} MB`;
  });

const importWhole = async (file: string, folder: string, isWritten: boolean) => {
  const project = join(folder, "project");
  mkdirSync(project);
  put(project, { "agents.yaml": "agents:\n  - id: juno\n", "workspace/AGENTS.md": "Work.\n" });
  const core = createCore(testPorts(), { userData: join(folder, "data"), resources: "resources" });
  const client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  await client.call("project.open", { folder: project });
  let plan = "";
  await step("look: the plan", async () => {
    const planned = await client.call("importers.plan", { path: file });
    plan = planned.id;
    return `${planned.items.length} conversations, ${planned.warnings.length} warnings`;
  });
  const write = async () => {
    const { sessions, problems } = await client.call("importers.apply", { plan });
    return `${sessions.added} conversations, ${sessions.entries} entries, ${problems.length} problems`;
  };
  if (isWritten) await step("write all of it", write);
  await core.close();
};

const [, , role, file = "", folder = ""] = process.argv;
if (role === "read") await readPlainly(file);
else if (role === "import" || role === "look") await importWhole(file, folder, role === "import");
else await main();
if (role !== undefined) process.disconnect();
