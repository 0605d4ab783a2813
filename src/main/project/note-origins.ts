import { lowestOrigin } from "#shared/model/origin.ts";
import type { OpenProject } from "./open-project.ts";

/** Texts of an answer that the user applies to files: they stay the answer's, and the user's approval is recorded. */
export const noteOrigins = async (
  { sessions, origins, ports }: OpenProject,
  session: string | undefined,
  message: string | undefined,
  files: readonly { readonly text: string }[],
): Promise<void> => {
  if (session === undefined) return;
  const said = await sessions.said(session);
  const from = said.filter(({ entry }) => message === undefined || entry.id === message);
  const origin = lowestOrigin("agent", ...from.map((each) => each.origin));
  const lines = files.flatMap(({ text }) => text.split("\n"));
  await origins.note(lines, origin, { at: ports.clock.now(), approved: true });
};
