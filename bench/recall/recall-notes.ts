import { readFileSync } from "node:fs";
import { z } from "zod";
import { fileSource, fileTier, type MemorySource } from "../../src/main/memory/index/memory-sources.ts";
import type { Memory } from "../../src/main/memory/memory.ts";
import type { Fusion } from "../../src/main/memory/recall/recall-settings.ts";
import { type Figures, figuresOf } from "./figures.ts";

/** Notes with questions: each of `lines` is a part of the one passage that holds the answer. */
const notesData = z.object({
  files: z.array(z.object({ path: z.string(), text: z.string() })),
  queries: z.array(z.object({ q: z.string(), lines: z.array(z.string()).min(1) })),
});
export type NotesData = z.output<typeof notesData>;

export const readNotesData = (file: string): NotesData => {
  const data = notesData.parse(JSON.parse(readFileSync(file, "utf8")));
  const all = data.files.map(({ text }) => text).join("\n");
  for (const line of data.queries.flatMap(({ lines }) => lines))
    if (all.split(line).length !== 2) throw new Error(`"${line}" is not in the notes exactly once.`);
  return data;
};

export const sourcesOfNotes = ({ files }: NotesData): MemorySource[] =>
  files.flatMap(({ path, text }) => {
    const tier = fileTier(path);
    if (tier === null) return [];
    const file = {
      path: `notes/${path}`,
      inner: path,
      workspace: "notes",
      sha256: path,
      modifiedAt: new Date("2025-06-01T00:00:00Z"),
      folderOrigin: "you" as const,
      read: async () => text,
      origins: () => [],
      isApproved: () => false,
    };
    return [fileSource(file, tier)];
  });

export const askNotes = async (
  memory: Memory,
  { queries }: NotesData,
  fusion: Fusion,
): Promise<Figures[]> => {
  const all: Figures[] = [];
  for (const { q, lines } of queries) {
    const { hits } = await memory.search({
      query: q,
      workspace: "notes",
      agent: "main",
      limit: 30,
      fusion,
      preset: "general",
    });
    // A passage with the line counts as that line; all others are none.
    const found = hits.map(({ text }, at) => {
      const line = lines.findIndex((wanted) => text.includes(wanted));
      return line < 0 ? -1 - at : line;
    });
    all.push(figuresOf([...new Set(found)], [...lines.keys()]));
  }
  return all;
};
