import { z } from "zod";
import { sessionMeta } from "./session-meta.ts";

/** What the trash keeps with a removed conversation. It lies in the project, so it may be a stranger's. */
const forgottenSession = z.object({
  agent: z.string(),
  layer: z.enum(["base", "overlay"]).default("base"),
  line: z.object({ summary: z.string(), updatedAt: z.string() }).loose().optional(),
  meta: sessionMeta,
});
export type ForgottenSession = z.output<typeof forgottenSession>;

export const writeForgotten = (forgotten: ForgottenSession): string =>
  JSON.stringify({ title: forgotten.meta.title, ...forgotten });

/** Null when the text is not one. */
export const readForgotten = (text: string | null): ForgottenSession | null => {
  try {
    return forgottenSession.safeParse(JSON.parse(text ?? "")).data ?? null;
  } catch {
    return null;
  }
};
