import type { Client } from "#shared/contract/index.ts";
import { failureText } from "../ui/failure-text.ts";
import { latest } from "../ui/latest.ts";
import type { MemoryStore } from "./memory-state.ts";
import { roomOf } from "./prompt-room.ts";
import { tierOfShelf } from "./shelf.ts";

/** Delay after the last key. */
const TYPING_PAUSE_MS = 150;
const MAX_HITS = 50;

/** Searches while the user types; only the newest query is answered. */
export const createQuestions = (
  client: Client,
  { getState: get, setState: set }: Pick<MemoryStore, "getState" | "setState">,
) => {
  const whose = () => ({ agent: get().agent?.id });

  const readRoom = async (message: string, signal: AbortSignal) => {
    const asked = { ...whose(), message, include: ["manifest" as const] };
    const preview = await client.call("context.preview", asked, signal).catch(() => null);
    const { answer } = get();
    if (signal.aborted || answer?.query !== message) return;
    set({ answer: { ...answer, room: preview?.manifest ? roomOf(preview.manifest) : null } });
  };

  const ask = latest(TYPING_PAUSE_MS, async (query: string, signal) => {
    const { shelf, preset } = get();
    const tier = tierOfShelf(shelf);
    const from = performance.now();
    try {
      const found = await client.call(
        "memory.search",
        { ...whose(), query, limit: MAX_HITS, preset, ...(tier && { tiers: [tier] }) },
        signal,
      );
      if (signal.aborted || get().query !== query) return;
      const milliseconds = Math.round(performance.now() - from);
      const before = get().answer;
      // For the same query again, the line that marks the end of the prompt does not move away and back.
      const room = before?.query === query ? before.room : null;
      set({ answer: { ...found, query, milliseconds, room }, searching: false });
      // A prompt does not use weights and shelves that were chosen by hand.
      if (shelf === "all" && preset === "auto") await readRoom(query, signal);
    } catch (error) {
      if (signal.aborted) return;
      set({
        searching: false,
        status: "failed",
        failure: failureText(error),
      });
    }
  });

  const searchAgain = () => {
    const { query } = get();
    if (query.trim() !== "") ask(query);
  };

  return { ask, searchAgain };
};
