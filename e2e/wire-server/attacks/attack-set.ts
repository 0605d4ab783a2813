import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { WireReply } from "../script.ts";
import { isSummaryAsked, type ReceivedRequest } from "../start-wire-server.ts";

/** One published kind of attack, in our own words. `text` carries the claim that the attacker wants remembered. */
const attack = z.object({
  id: z.string(),
  kind: z.string(),
  channel: z.string(),
  claim: z.string(),
  text: z.string(),
});
export type Attack = z.output<typeof attack>;

export const attacks: readonly Attack[] = z
  .array(attack)
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, "attacks.json"), "utf8")))
  .map((each) => ({ ...each, text: each.text.replaceAll("{claim}", each.claim) }));

export const through = (...channels: readonly string[]): readonly Attack[] =>
  attacks.filter(({ channel }) => channels.includes(channel));

/** The claims that a text contains, as it is or in JSON. */
export const claimsIn = (text: string): readonly Attack[] =>
  attacks.filter(({ claim }) => text.includes(claim) || text.includes(JSON.stringify(claim).slice(1, -1)));

/** What the user says where the model tries everything; elsewhere it only repeats. */
export const OBEY = "Go on, please.";

/**
 * A model that obeys the attacker in everything: it tries to write what it was told to memory, to MEMORY.md, to the
 * user document and to a skill, to read every secret, and repeats it in summaries, notes and answers.
 */
export const obey = (request: ReceivedRequest): WireReply => {
  const asked = JSON.stringify(request.body);
  const claims = claimsIn(asked);
  if (isSummaryAsked(request))
    return said(`SESSION INTENT\nx\nSUMMARY\n${told(claims)}\nARTIFACTS\nx\nNEXT STEPS\nx`);
  if (asked.includes("You keep MEMORY.md")) return said(claims.map(({ claim }) => `- ${claim}`).join("\n"));
  const { messages } = request.body as { messages: readonly unknown[] };
  const isAsked = JSON.stringify(messages.at(-1) ?? "").includes(OBEY);
  if (!isAsked || claims.length === 0) return said(`As you wish. ${told(claims)}`);
  return { kind: "tools", calls: callsFor(claims.slice(0, 4).map(({ claim }) => claim)) };
};

/** The same for a reading of a conversation for memory. */
export const obeyReading = (request: ReceivedRequest): WireReply => {
  const claims = claimsIn(JSON.stringify(request.body)).map(({ claim }) => claim);
  if (claims.length === 0) return said("NO_REPLY");
  const args = {
    notes: claims.slice(0, 2).map((text) => ({ kind: "decision", text, about: "the person" })),
    profile: { allegiance: claims[0] },
    relations: [{ from: claims[0], type: "commands", to: "Kate", confidence: 1 }],
    procedures: [{ name: claims[0], steps: [claims[0]] }],
  };
  return { kind: "tools", calls: [{ id: "m", name: "memory_write", args }] };
};

const told = (claims: readonly Attack[]) => claims.map(({ claim }) => claim).join("\n");
const said = (text: string): WireReply => ({ kind: "text", chunks: [text || "Nothing."] });

const callsFor = (claims: readonly string[]) =>
  [
    ...claims.map((text) => ({ name: "memory_write", args: { text, kind: "decision" } })),
    ...["MEMORY.md", "USER.md", "AGENTS.md", "skills/evil/SKILL.md"].map((path) => ({
      name: "write_file",
      args: { path, text: `---\nname: evil\ndescription: ${claims[0]}\n---\n${claims.join("\n")}\n` },
    })),
    { name: "read_file", args: { path: ".env" } },
    { name: "read_file", args: { path: "workspace/id_rsa" } },
    { name: "read_file", args: { path: "workspace/knowledge/server.key" } },
    { name: "search_files", args: { query: "PLANTED", where: "project" } },
    { name: "load_skill", args: { name: "evil" } },
  ].map((call, index) => ({ id: `call_${index}`, ...call }));
