import { useEffect, useMemo, useState } from "react";
import type { MemoryHit } from "#shared/contract/memory.ts";
import { latest } from "../ui/latest.ts";
import { useAgent } from "./use-agent.ts";
import { useWorkbench } from "./workbench-context.ts";

/** Shorter words find everything. */
const shortest = 3;
/** The memory view has the rest. */
const most = 5;

/** What the agent remembers about what is typed, a moment after it was typed. */
export const useFoundMemories = (query: string): readonly MemoryHit[] => {
  const { client } = useWorkbench();
  const agent = useAgent()?.id;
  const [found, setFound] = useState<{ query: string; hits: readonly MemoryHit[] }>({ query: "", hits: [] });
  const ask = useMemo(
    () =>
      latest<string>(150, async (text, signal) => {
        const asked = { query: text, limit: most, ...(agent !== undefined && { agent }) };
        // Files and commands are found without it, so a search that fails is no reason to interrupt.
        const answer = await client.call("memory.search", asked, signal).catch(() => null);
        if (!signal.aborted) setFound({ query: text, hits: answer?.hits ?? [] });
      }),
    [client, agent],
  );
  const wanted = query.trim();
  useEffect(() => {
    if (wanted.length >= shortest) ask(wanted);
  }, [wanted, ask]);
  return wanted.length >= shortest && found.query === wanted ? found.hits : [];
};
