import type { Events } from "#shared/contract/index.ts";
import type { Signal } from "#shared/contract/signal.ts";
import type { Bus } from "../base/bus.ts";
import type { Store } from "../store/open-store.ts";
import type { OriginLedger } from "../workspace/origin-ledger.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ProjectMemory } from "./project-memory.ts";
import { exportMemory, importMemory } from "./tables/export-memory.ts";

type Rooms = {
  readonly store: Store;
  readonly workspace: Workspace;
  readonly memory: ProjectMemory;
  readonly events: Bus<Events>;
  readonly origins: OriginLedger;
};

/** A file to download: its name, and the memory of all workspaces. */
export const exportAll = async ({ store, workspace }: Pick<Rooms, "store" | "workspace">, now: Date) => ({
  name: `memory-${now.toISOString().slice(0, 10)}.jsonl`,
  text: await exportMemory(store, workspace, workspace.roots.workspaces(), now),
});

/** Reports progress; whatever was imported by the end can be found, also after a failure. */
export const importAll = async (
  { store, workspace, memory, events, origins }: Rooms,
  text: string,
  signal: Signal,
) => {
  const report = (done: number, total: number, stopped = false) =>
    events.publish({ event: "memory.progress", work: "importing", done, total, stopped });
  const watch = { signal, onProgress: report, origins };
  try {
    const done = await importMemory(store, workspace, workspace.roots.workspaces(), text, watch);
    return { ...done, broken: [...done.broken] };
  } catch (error) {
    report(0, 0, true);
    throw error;
  } finally {
    await memory.tablesChanged();
  }
};
