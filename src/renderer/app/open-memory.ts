import type { Memory } from "#shared/contract/memory.ts";
import { type MemoryPlace, placeOf } from "../memory/place.ts";
import type { Workbench } from "./workbench.ts";

/** Opens the source of a memory: its line in a file, its conversation, or otherwise the memory view. */
export const openMemory = (bench: Workbench, memory: Memory): void => {
  const place = placeOf(memory);
  if (place) return openMemoryPlace(bench, place);
  bench.app.getState().go("memory");
  bench.memory.memories.getState().search(memory.text);
};

export const openMemoryPlace = (bench: Workbench, place: NonNullable<MemoryPlace>): void => {
  if (place.kind === "file") return bench.openPlace(place.path, { ...place, column: 1 });
  openSession(bench, place.session);
};

/** Null: a new conversation. */
export const openSession = ({ app, chat }: Workbench, session: string | null): void => {
  app.getState().go("files");
  app.getState().show("chatShown", true);
  void chat.getState().open(session);
};
