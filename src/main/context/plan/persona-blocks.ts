import { cutStart } from "../../base/cut-text.ts";
import { trimBody } from "./cut-text.ts";
import { parseIdentity, renderIdentity } from "../../workspace/identity.ts";
import type { Piece } from "./piece.ts";

/** Text without its front matter; null when there is no such file. */
export type PersonaFile = {
  readonly source: string;
  readonly text: string | null;
  /** The whole text when the window shortened or removed it, so that no other file grows into its room. */
  readonly whole?: string;
};

export type PersonaInput = {
  readonly identity: PersonaFile;
  /** The project's, then the workspace's. */
  readonly soul: readonly PersonaFile[];
  readonly user: PersonaFile;
  readonly agents: PersonaFile;
  /** Today, then yesterday; per day `memory/<date>.md`, then `notes/<date>.md`. */
  readonly notes: readonly { readonly date: string; readonly files: readonly PersonaFile[] }[];
  readonly memory: PersonaFile;
  /** Each under its own `# RULES — <name>`. */
  readonly additional: readonly (PersonaFile & { readonly name: string })[];
  readonly limits: PersonaLimits;
};

/** In UTF-16 units. Headers do not count. */
export type PersonaLimits = { readonly perFile: number; readonly total: number; readonly marker: string };

export const PERSONA_LIMITS: PersonaLimits = { perFile: 12_000, total: 60_000, marker: "[truncated]" };

/**
 * The blocks in order, as pieces: one per file, sent or not. Joined they are the text, which is "" when nothing is
 * loaded.
 */
export const personaBlocks = (input: PersonaInput): Piece[] => {
  const { limits } = input;
  const pieces: Piece[] = [];
  let remaining = limits.total;
  let isFirst = true;

  const separator = () => {
    const between = isFirst ? "" : "\n\n";
    isFirst = false;
    return between;
  };

  const add = (file: PersonaFile, header: () => string, bodyOf = trimBody) => {
    const rawChars = file.text?.length ?? 0;
    const skip = (status: Piece["status"], reason: Piece["reason"]) =>
      pieces.push({ source: file.source, text: "", rawChars, keptChars: 0, status, reason });
    const all = file.whole ?? file.text;
    if (all === null) return skip("missing", null);
    const body = bodyOf(all);
    if (body === "") return skip("excluded", "empty");
    if (remaining <= 0) return skip("excluded", "total-limit");

    const limit = Math.min(limits.perFile, remaining);
    const kept = cutStart(body, limit);
    const isCut = kept.length < body.length;
    const sent = isCut ? `${kept}\n\n${limits.marker}` : kept;
    const reason = limit < limits.perFile ? "total-limit" : "per-file-limit";
    const atLimit = { limit, used: sent.length };
    remaining -= sent.length;
    // The window's cut is used when it is the shorter one; it already has its marker.
    const short = file.whole === undefined || file.text === null ? null : bodyOf(file.text);
    if (file.text === null || short === "") return pieces.push({ ...taken(file.source), ...atLimit });
    const printed = short !== null && short.length < sent.length ? short : sent;
    return pieces.push({
      source: file.source,
      text: separator() + header() + printed,
      rawChars,
      keptChars: isCut ? kept.length : rawChars,
      status: isCut ? "truncated" : "included",
      reason: isCut ? reason : null,
      ...atLimit,
    });
  };

  add(input.identity, once("# IDENTITY\n"), identityLine);
  const soulHeader = once("# SOUL\n");
  for (const file of input.soul) add(file, soulHeader);
  add(input.user, once("# USER\n"));
  add(input.agents, once("# AGENTS\n"));
  const notesHeader = once("# RECENT NOTES\n");
  for (const { date, files } of input.notes) {
    const dayHeader = once(`## ${date}\n`);
    for (const file of files) add(file, () => notesHeader() + dayHeader());
  }
  add(input.memory, once("# MEMORY\n"));
  for (const file of input.additional) add(file, once(`# RULES — ${file.name}\n`));
  return pieces;
};

/** Today in the workspace's time zone, and yesterday: the days whose notes are recent. */
export const noteDates = (today: string): readonly [today: string, yesterday: string] => [
  today,
  new Date(Date.parse(`${today}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10),
];

const DAY_MS = 86_400_000;

const identityLine = (text: string) => renderIdentity(parseIdentity(text)) ?? "";

/** A file that would have been sent, and was left out because of the window. */
const taken = (source: string): Piece => ({
  source,
  text: "",
  rawChars: 0,
  keptChars: 0,
  status: "excluded",
  reason: "window",
});

/** A header is printed with the first file that is sent under it, so a block without files has no header. */
const once = (text: string) => {
  let left = text;
  return () => {
    const now = left;
    left = "";
    return now;
  };
};
