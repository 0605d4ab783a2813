import { execFile } from "node:child_process";
import { loadavg } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeSection } from "../results.ts";

/** What a turn costs in longer conversations and beside more of them: a process per row, one after the other. */
const ROWS = [
  [10, 0],
  [1_000, 0],
  [10_000, 0],
  [10, 1_000],
  [10, 10_000],
] as const;
const MEASURED = 15;

type Row = Readonly<
  Record<"rest" | "turn" | "turnStall" | "preview" | "read" | "readStall" | "list", number>
>;

const rows: { readonly turns: number; readonly others: number; readonly row: Row }[] = [];
for (const [turns, others] of ROWS) {
  const script = join(import.meta.dirname, "measure-turns.ts");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, turns, others, MEASURED].map(String),
  );
  rows.push({ turns, others, row: JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Row });
}

const first = rows[0]?.row.turn ?? 1;
const number = (value: number) => value.toLocaleString("en");
writeSection(
  "turns",
  "What a turn costs",
  "npm run bench:turns",
  [
    "| turns | other conversations | CPU of a turn, ms | times the first row | longest work without a break, ms | preview, ms | read whole, ms | longest in it, ms | list, ms |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows.map(({ turns, others, row }) =>
      [
        "",
        number(turns),
        number(others),
        row.turn.toFixed(1),
        (row.turn / first).toFixed(2),
        ...[row.turnStall, row.preview, row.read, row.readStall, row.list].map((ms) => ms.toFixed(1)),
        "",
      ]
        .join(" | ")
        .trim(),
    ),
    "",
    `CPU time of all threads of our process, per turn, work after the turn included, the model in a process of its own; other programs do not lengthen it. The floor is the same process at rest for the time it is waited for: ${rows.map(({ row }) => row.rest.toFixed(0)).join(", ")} ms once per row, a fifteenth of it in each turn. Longest work without a break: CPU of the main thread, during the turns and while the conversation is read whole. After 5 turns to warm up; the first turn after a start reads the conversation once. Aims: twice the first row at 10,000 turns, 1.5 times beside 10,000 conversations, 50 ms. Processes that wanted a core: ${loadavg()[0]?.toFixed(0)}.`,
  ].join("\n"),
);
