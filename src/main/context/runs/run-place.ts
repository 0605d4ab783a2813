import type { CopyPlace } from "../../memory/forget/forgetter.ts";
import type { RunStore } from "./run-store.ts";

/** Only the newest are searched: each has to be unpacked. */
const MAX_RUNS = 2000;

/** Recorded prompts that contain a text which is to be forgotten. */
export const runPlace = (runs: RunStore): CopyPlace => {
  const saying = async (text: string) => {
    const found: string[] = [];
    for (const { id } of runs.list({ limit: MAX_RUNS })) {
      if (await runs.says(id, text).catch(() => false)) found.push(id);
    }
    return found;
  };
  return {
    kind: "runs",
    find: async (text) => {
      const found = await saying(text);
      return found.length === 0
        ? []
        : [{ kind: "runs", place: "prompts that were sent", count: found.length }];
    },
    purge: async (text) => (await saying(text)).filter((id) => runs.remove(id)).length,
  };
};
