import { KeptFiles } from "../../base/kept-files.ts";
import { OriginLedger } from "../../workspace/origin-ledger.ts";
import { randomIds } from "../../base/ids.ts";
import { readAgents } from "../../agents/read-agents.ts";
import { openTestWorkspace } from "../../workspace/test-workspace.ts";
import { Dreams } from "./dreams.ts";
import { RecallSignals } from "../recall/recall-signals.ts";

/** Dreams of 20 new memories again and again, until its parent kills it. */
const [agent] = readAgents("agents:\n  - id: juno\n").agents;
const { workspace, store } = openTestWorkspace(process.argv[2] ?? ".", { watch: false });
const signals = new RecallSignals(store);
const round = Number(process.argv[3]);
const dreams = new Dreams({
  store,
  signals,
  workspace,
  origins: new OriginLedger(new KeptFiles(workspace.roots.project)),
  clock: { now: () => new Date() },
  ids: randomIds,
  memories: (_agent, ids) =>
    ids.map((id) => ({
      id,
      tier: "daily",
      source: "workspace/memory/2026-11-15.md#1",
      origin: "you",
      date: "2026-11-15",
      text: `Fact ${id}`,
    })),
  commit: async () => null,
  emit: () => {},
});
process.stdout.write("ready\n");
if (!agent) throw new Error("no agent");
for (let sweep = 0; sweep < 200; sweep++) {
  const ids = Array.from({ length: 20 }, (_, n) => `${round}x${sweep}x${n}`);
  for (const query of ["one", "two", "three"])
    for (const id of ids) signals.record("juno", query, [id], new Date());
  await dreams.run(agent);
}
