import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { systemClock } from "../../src/main/base/clock.ts";
import { randomIds } from "../../src/main/base/ids.ts";
import { OpenSpace } from "../../src/main/team/open-space.ts";
import { recallWithTeam } from "../../src/main/team/recall/with-team.ts";
import { fuseFound } from "../../src/main/team/search/fuse-found.ts";
import { searchSpace } from "../../src/main/team/search/search-space.ts";
import type { TeamMembership } from "../../src/main/team/space/membership.ts";
import { spread, timed } from "./measure.ts";
import { startSlowLine } from "./slow-line.ts";

const RUNS = 60;
/** What the local memory takes. */
const LOCAL_MS = 20;

export type RecallTimes = { readonly kind: string; readonly ms: string; readonly withTeam: number };

/** What a prompt waits for with the space beside the local memory: near, far, and gone. */
export const timeRecalls = async (
  me: TeamMembership,
  vectors: readonly (readonly number[])[],
): Promise<readonly RecallTimes[]> => {
  const line = await startSlowLine(me.address.port);
  const folder = mkdtempSync(join(tmpdir(), "satchel-team-bench-"));
  const open = new OpenSpace({
    membership: { ...me, address: { ...me.address, port: line.port } },
    outboxFile: join(folder, "outbox.db"),
    filesFile: join(folder, "files.db"),
    clock: systemClock,
    ids: randomIds,
    onChange: () => {},
  });
  const search = async (asked: OpenSpace, text: string, { maxMs = 0 }: { maxMs?: number }) =>
    fuseFound(
      await asked.ask((server) =>
        searchSpace(
          server,
          asked.membership,
          {
            words: text.split(" "),
            text,
            vector: vectors[text.length % vectors.length] ?? null,
            keys: [],
            dictionaries: ["simple", "english"],
            onlyForAll: false,
            limit: 10,
          },
          { maxMs },
        ),
      ),
      10,
    );
  const recall = async (run: number) => {
    const local = wait(LOCAL_MS).then(() => []);
    const question = { query: `batch${run} customer${run}`, scope: "main" as const };
    return recallWithTeam(local, Promise.resolve(open), question, search);
  };
  const times: RecallTimes[] = [
    { kind: "no space", ms: spread(await timed(RUNS, () => wait(LOCAL_MS))), withTeam: 0 },
  ];
  const measure = async (kind: string) => {
    let withTeam = 0;
    const ms = spread(
      await timed(RUNS, async (run) => {
        if ((await recall(run)).note === null) withTeam += 1;
      }),
    );
    times.push({ kind, ms, withTeam: withTeam / RUNS });
  };
  open.start();
  await recall(0);
  await wait(1_000);
  await measure("fast");
  line.delay = 60;
  await measure("far: each piece of an answer comes 60 ms later");
  line.delay = 200;
  await measure("slow: each piece of an answer comes 200 ms later");
  line.delay = null;
  await measure("silent: the line is dead, and nothing says so");
  await line.close();
  await open.ask((server) => searchSpace(server, me, NOTHING)).catch(() => {});
  await measure("gone: nobody listens there");
  await open.close();
  rmSync(folder, { recursive: true });
  return times;
};

const NOTHING = {
  words: [],
  text: "",
  vector: null,
  keys: [],
  dictionaries: ["simple"],
  onlyForAll: false,
  limit: 1,
} as const;
