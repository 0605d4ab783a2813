import { readFileSync } from "node:fs";
import { z } from "zod";

/** Conversations with questions about them: `rel` are the indices in `docs` that contain the answer. */
const recallData = z.object({
  docs: z.array(
    z.object({
      conv: z.union([z.number(), z.string()]),
      id: z.string(),
      date: z.string().default(""),
      text: z.string(),
    }),
  ),
  queries: z.array(
    z.object({ conv: z.union([z.number(), z.string()]), q: z.string(), rel: z.array(z.number().int()) }),
  ),
});
export type RecallData = z.output<typeof recallData>;

/** Questions without an answer have no figures, and are omitted. */
export const readRecallData = (file: string): RecallData => {
  const { docs, queries } = recallData.parse(JSON.parse(readFileSync(file, "utf8")));
  return { docs, queries: queries.filter(({ rel }) => rel.length > 0) };
};

/** Converts `1:56 pm on 8 May, 2023` and other date formats to ISO 8601. */
export const isoTime = (date: string): string => {
  const day = /(\d{1,2}) (\p{L}+),? (\d{4})/u.exec(date);
  const parsed = new Date(day ? `${day[2]} ${day[1]}, ${day[3]} UTC` : date);
  return (Number.isNaN(parsed.getTime()) ? new Date(0) : parsed).toISOString();
};
