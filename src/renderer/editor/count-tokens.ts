import type { Client } from "#shared/contract/index.ts";
import { parseFrontMatter } from "#shared/model/front-matter.ts";
import { latest } from "../ui/latest.ts";
import type { Buffers } from "./buffers.ts";
import type { Desk } from "./editor-state.ts";

/**
 * The numbers of the status line, a moment after the last key, counted as the next prompt is. One that could
 * not be had is not shown.
 */
export const createTokenCounts = (
  client: Client,
  buffers: Buffers,
  { get, set, tabOf }: Desk,
  encodingOf: () => string | undefined,
) => {
  const countOf = (text: string, signal: AbortSignal) => {
    const encoding = encodingOf();
    return client.call("tokens.count", { text, ...(encoding && { encoding }) }, signal).catch(() => null);
  };

  return {
    file: latest<string>(250, async (path, signal) => {
      const text = buffers.read(path) ?? tabOf(path)?.saved?.text;
      if (text === undefined) return;
      const count = await countOf(text.slice(parseFrontMatter(text).offset), signal);
      if (!signal.aborted && get().active === path) set({ count });
    }),
    selection: latest<string>(200, async (text, signal) => {
      const selected = text ? await countOf(text, signal) : null;
      if (!signal.aborted) set({ selected });
    }),
  };
};
