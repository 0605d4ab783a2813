import { useEffect, useMemo, useState } from "react";
import type { MemoryHit } from "#shared/contract/memory.ts";
import { latest } from "../ui/latest.ts";
import { useAgent } from "./use-agent.ts";
import { useWorkbench } from "./workbench-context.ts";

/** Shorter queries match everything. */
const MIN_QUERY_CHARS = 3;
/** The memory view has the rest. */
const MAX_FOUND = 5;

/** Memories that match the typed text, searched a moment after typing. */
export const useFoundMemories = (query: string): readonly MemoryHit[] => {
  const { client } = useWorkbench();
  const agent = useAgent()?.id;
  const [found, setFound] = useState<{ query: string; hits: readonly MemoryHit[] }>({ query: "", hits: [] });
  const ask = useMemo(
    () =>
      latest<string>(150, async (text, signal) => {
        const asked = { query: text, limit: MAX_FOUND, ...(agent !== undefined && { agent }) };
        // Files and commands are found without it, so a failed search must not interrupt.
        const answer = await client.call("memory.search", asked, signal).catch(() => null);
        if (!signal.aborted) setFound({ query: text, hits: answer?.hits ?? [] });
      }),
    [client, agent],
  );
  const wanted = query.trim();
  useEffect(() => {
    if (wanted.length >= MIN_QUERY_CHARS) ask(wanted);
  }, [wanted, ask]);
  return wanted.length >= MIN_QUERY_CHARS && found.query === wanted ? found.hits : [];
};
