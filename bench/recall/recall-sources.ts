import { type MemorySource, sessionAsSource } from "../../src/main/memory/index/memory-sources.ts";
import { isoTime, type RecallData } from "./recall-data.ts";

/** Each conversation is an agent's workspace, each of its sittings a session. */
export const sourcesOf = ({ docs }: RecallData): MemorySource[] => {
  const sittings = Map.groupBy(docs.entries(), ([, { conv, id }]) => `${conv}/${id.split(":")[0]}`);
  return [...sittings].map(([session, entries]) =>
    sessionAsSource({
      id: session,
      agent: "main",
      workspace: String(entries[0]?.[1].conv),
      mark: "1",
      read: async () =>
        entries.map(([at, { text, date }]) => ({
          id: String(at),
          text,
          origin: "you" as const,
          at: isoTime(date),
          speaker: speakerOf(text),
        })),
    }),
  );
};

/** Turns start with the speaker: `Mara: Morning!` */
const speakerOf = (text: string): string | undefined => /^([^:\n]{1,40}): /.exec(text)?.[1];
