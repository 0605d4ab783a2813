import { spawn } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openLab } from "./open-lab.ts";
import { writeSection } from "./results.ts";
import { seedProject } from "./turns/seed-project.ts";

/** What a short turn leaves on disk, by where it is: everything in the project and in the user's data. */
const TURNS = Number(process.argv[2] ?? 100);
const WARM_UP = 5;

const folder = realpathSync(mkdtempSync(join(tmpdir(), "satchel-disk-")));
const project = join(folder, "project");
seedProject({ project, turns: 10, others: 0 });
const model = spawn(process.execPath, [join(import.meta.dirname, "turns", "model-server.ts")], {
  stdio: ["pipe", "pipe", "inherit"],
});
const { value: origin } = await createInterface({ input: model.stdout })[Symbol.asyncIterator]().next();

/** Opens the project, sends this many messages, and closes it, so that everything that waits is written. */
const talk = async (from: number, turns: number): Promise<void> => {
  const { core, client } = await openLab(folder, project, String(origin));
  for (let n = from; n < from + turns; n++)
    await client.call("chat.send", { session: "measured", text: `Question ${n}: when is the rye ready?` });
  await core.close();
};

const sizes = (): Map<string, number> => {
  const found = new Map<string, number>();
  const walk = (path: string, name: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) walk(inner, `${name}/${entry.name}`);
      else found.set(`${name}/${entry.name}`, lstatSync(inner).size);
    }
  };
  walk(folder, "");
  return found;
};

await talk(0, WARM_UP);
const before = sizes();
await talk(WARM_UP, TURNS);
const after = sizes();
model.stdin.end();
rmSync(folder, { recursive: true, force: true });

/** Where the bytes are, for a person: the name of the first place that fits. */
const PLACES: readonly (readonly [begins: string, name: string])[] = [
  ["/project/.satchel/index.db", "index.db"],
  ["/project/.satchel/backup", "backup"],
  ["/project/.satchel/versions", "versions of files"],
  ["/project/workspace", "the conversation itself, twice: all of it, and what the model sees"],
  ["/project/transcripts", "transcript"],
  ["", "the rest"],
];
const placeOf = (path: string) => PLACES.find(([begins]) => path.startsWith(begins))?.[1] ?? "";
const grown = new Map(PLACES.map(([, name]) => [name, 0]));
const add = (path: string, bytes: number) =>
  grown.set(placeOf(path), (grown.get(placeOf(path)) ?? 0) + bytes);
for (const [path, bytes] of after) add(path, bytes);
for (const [path, bytes] of before) add(path, -bytes);
const perTurn = (bytes: number) => `${(bytes / TURNS / 1000).toFixed(2)} kB`;
const said =
  TURNS * ("Question 100: when is the rye ready?".length + "The rye needs water and twelve hours.".length);
writeSection(
  "disk",
  "What a short turn leaves on disk",
  `npm run bench:disk${process.argv[2] ? ` -- ${TURNS}` : ""}`,
  [
    "| | per turn |",
    "| --- | --- |",
    ...[...grown].map(([name, bytes]) => `| ${name} | ${perTurn(bytes)} |`),
    `| **in all** | ${perTurn([...grown.values()].reduce((sum, bytes) => sum + bytes, 0))} |`,
    `| floor: the two texts | ${perTurn(said)} |`,
    "",
    `${TURNS} turns after ${WARM_UP}, then the project is closed. Sizes of all files in the project and in the user's data. Aim: 10 kB.`,
  ].join("\n"),
);
