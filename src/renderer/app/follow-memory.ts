import type { Client } from "#shared/contract/index.ts";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { told } from "../ui/told.ts";
import type { ProjectReader } from "./read-project.ts";
import type { Stores } from "./stores.ts";

/** Fewer memories are embedded before a person could read a notice about it. */
const LONG_WORK = 64;

/** Subscribes to events about memory, learning and dreams; returns the unsubscribe functions. */
export const followMemory = (
  client: Client,
  { app, memory }: Pick<Stores, "app" | "memory">,
  { tellWaiting }: Pick<ProjectReader, "tellWaiting">,
): readonly (() => void)[] => [
  client.on("memory.progress", ({ work, done, total, stopped }) => {
    const cancel = {
      indexing: () => told(stopIndexing(client)),
      embedding: () => told(pauseEmbedding(client, total - done)),
      importing: () => memory.memories.getState().stopImport(),
    }[work];
    // Even a few sources can take long, and are only reported when they do.
    const isLong = (work === "indexing" || total >= LONG_WORK) && done < total && !stopped;
    const paused = work === "indexing" && stopped ? { done, total, resume: resumeReading(client) } : null;
    app
      .getState()
      .work(work === "indexing" ? "remembering" : work, isLong ? { done, total, cancel } : paused);
    if (!isLong && app.getState().view === "memory") memory.memories.getState().refresh();
  }),
  client.on("memory.changed", () => {
    if (app.getState().view === "memory") memory.memories.getState().refresh();
  }),
  client.on("memory.learned", ({ event: _event, ...learned }) => {
    memory.learned.getState().heard(learned);
  }),
  client.on("dream.waiting", ({ agent, candidates }) => {
    const waiting = candidates.filter(({ verdict }) => verdict === "promote").length;
    tellWaiting(agent, waiting);
  }),
  client.on("dream.done", () => {
    if (app.getState().view === "memory") void memory.dreams.getState().load();
  }),
];

const resumeReading = (client: Client) => () => told(client.call("memory.resumeIndexing", {}));

const stopIndexing = async (client: Client): Promise<void> => {
  await client.call("memory.cancelIndexing", {});
  notify(t.memory.indexing.stopped, {
    action: { label: t.memory.indexing.resume, run: resumeReading(client) },
  });
};

const pauseEmbedding = async (client: Client, left: number): Promise<void> => {
  await client.call("memory.pauseEmbedding", { paused: true });
  notify(t.memory.embedding.paused(formatCount(left)), {
    action: {
      label: t.memory.embedding.resume,
      run: () => told(client.call("memory.pauseEmbedding", { paused: false })),
    },
  });
};
