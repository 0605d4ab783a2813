import type { ReadCell } from "#shared/model/reader.ts";
import { always } from "../cells.ts";
import { OPENCLAW_NAMES } from "../candidates.ts";
import { join, nameOf } from "../file-set.ts";
import { dropped, type Reader, type ReaderInput } from "../reader.ts";

const MAX_FILE_CHARS = 20_000;
const MAX_TOTAL_CHARS = 60_000;
/** A larger file counts as missing. */
const MAX_FILE_BYTES = 2 * 1024 * 1024;
/** With less than this left, the rest is skipped. */
const MIN_LEFT = 64;
const MAX_DIGEST_LINE = 240;

const SESSIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["subagent", new Set(["AGENTS.md", "TOOLS.md"])],
  ["scheduled", new Set(["AGENTS.md", "TOOLS.md", "SOUL.md", "IDENTITY.md", "USER.md"])],
  ["shared", new Set(OPENCLAW_NAMES.filter((name) => name !== "MEMORY.md"))],
]);

export const openclaw: Reader = {
  id: "openclaw",
  name: "OpenClaw",
  version: "commits of 2026",
  checked: "2026-08",
  source: "openclaw/openclaw 04871316, src/agents/embedded-agent-helpers/bootstrap.ts; docs.openclaw.ai",
  confidence: "A",
  verified: true,
  limit: { unit: "utf16", max: MAX_TOTAL_CHARS, per: "all" },
  ordered: true,
  names: [...OPENCLAW_NAMES],
  home: [],
  rules: {
    names:
      "Reads AGENTS.md, SOUL.md, TOOLS.md, IDENTITY.md, USER.md, HEARTBEAT.md, BOOTSTRAP.md and MEMORY.md, in this order.",
    places:
      "Reads the agent's workspace only, never the folder it codes in. This column takes the working folder as that workspace.",
    limits:
      "Each file may have 20,000 characters and all together 60,000, spent in order. A longer file keeps its beginning (75 %) and its end (25 %).",
    agents:
      "A cut AGENTS.md keeps 45 % from its beginning, 15 % from its end and a digest of lines that look like rules; without such lines 40 % of its room stays unused.",
    session:
      "A subagent reads AGENTS.md and TOOLS.md only; a scheduled run also SOUL.md, IDENTITY.md and USER.md; a shared channel all but MEMORY.md.",
    size: "A file over 2 MiB counts as missing.",
  },
  read({ files, cwd, settings }: ReaderInput) {
    const loaded: ReadCell[] = [];
    const never: ReadCell[] = [];
    const meant = SESSIONS.get(settings.get("session") ?? "");
    let left = MAX_TOTAL_CHARS;
    let isOver = false;
    for (const name of OPENCLAW_NAMES) {
      const path = join(cwd, name);
      const file = files.get(path);
      if (meant && !meant.has(name)) {
        if (file) never.push(dropped(path, "wrong-session", "session"));
        continue;
      }
      const isTooLarge = file !== null && file.bytes > MAX_FILE_BYTES;
      if (isTooLarge) never.push(dropped(path, "too-large", "size"));
      if (!file || isTooLarge) {
        if (name !== "MEMORY.md" || file) left = Math.max(0, left - `[MISSING] Expected at: ${path}`.length);
        continue;
      }
      isOver ||= left < MIN_LEFT;
      if (isOver) {
        never.push(dropped(path, "budget-spent", "limits"));
        continue;
      }
      const text = (file.text ?? "").trimEnd();
      if (text === "") continue;
      const sent = fitted(nameOf(path), text, Math.min(MAX_FILE_CHARS, left));
      left -= sent.chars;
      const rule = sent.cut ? (name === "AGENTS.md" ? "agents" : "limits") : "names";
      loaded.push({
        ...always(path, rule),
        ...(sent.cut && { cut: { unit: "utf16", at: sent.cut.head, tail: sent.cut.tail } }),
      });
    }
    return { loaded, dropped: never };
  },
};

type Fitted = {
  readonly chars: number;
  readonly cut: { readonly head: number; readonly tail: number } | null;
};

const fitted = (name: string, text: string, room: number): Fitted => {
  if (text.length <= room) return { chars: text.length, cut: null };
  return name === "AGENTS.md" ? fittedAgents(text, room) : fittedMiddle(name, text.length, room);
};

/** Two lines between head and tail, with an empty line around them. The numbers in them depend on the result. */
const fittedMiddle = (name: string, length: number, room: number): Fitted => {
  let [head, tail] = [0, 0];
  let mark = 0;
  for (let round = 0; round < 3; round += 1) {
    mark =
      `[...truncated, read ${name} for full content...]`.length +
      `…(truncated ${name}: kept ${head}+${tail} chars of ${length})…`.length +
      3 +
      Number(head > 0) +
      Number(tail > 0);
    const content = Math.max(0, room - mark);
    const next = [Math.floor(content * 0.75), Math.floor(content * 0.25)] as const;
    if (next[0] === head && next[1] === tail) break;
    [head, tail] = next;
  }
  mark =
    `[...truncated, read ${name} for full content...]…(truncated ${name}: kept ${head}+${tail} chars of ${length})…`
      .length + 5;
  tail = Math.max(0, tail - Math.max(0, head + tail + mark - room));
  return { chars: Math.min(room, head + tail + mark), cut: { head, tail } };
};

const fittedAgents = (text: string, room: number): Fitted => {
  const head = Math.floor(room * 0.45);
  let tail = Math.floor(room * 0.15);
  const digest = digestOf(text, Math.floor(room * 0.35));
  const size = () => {
    const parts = [
      head,
      "[...truncated, read AGENTS.md for full content...]".length,
      digest.chars > 0 ? "[Policy digest from AGENTS.md]".length : 0,
      digest.chars,
      digest.left > 0 ? `[...${digest.left} more policy lines omitted...]`.length : 0,
      `…(truncated AGENTS.md: kept ${head}+policy ${digest.chars}+${tail} chars of ${text.length})…`.length,
      tail,
    ].filter((part) => part > 0);
    return parts.reduce((sum, part) => sum + part, 0) + parts.length - 1;
  };
  tail = Math.max(0, tail - Math.max(0, size() - room));
  return { chars: Math.min(room, size()), cut: { head, tail } };
};

const LINE = /^(?:#{1,6}|[-*+]|\d+[.)])\s+\S/u;
const WORDS =
  /\b(?:AGENTS\.md|scoped|required|must|never|do not|owner|security|secret|credential|test|validation|command|commit|push|github|pr)\b/iu;
const STRONG = /\b(?:AGENTS\.md|scoped|required|must|never|do not|security|secret|credential)\b/iu;

/** Lines that look like rules, the strict ones first, as many as fit. */
const digestOf = (text: string, room: number): { readonly chars: number; readonly left: number } => {
  const lines = text
    .split(/\r?\n/u)
    .map((line) => line.trim().replaceAll(/\s+/gu, " "))
    .filter((line) => line !== "" && (LINE.test(line) || WORDS.test(line)))
    .map((line) => ({ chars: Math.min(line.length, MAX_DIGEST_LINE), strong: STRONG.test(line) }));
  let [chars, taken] = [0, 0];
  for (const strong of [true, false]) {
    for (const line of lines) {
      const needed = line.chars + (taken > 0 ? 1 : 0);
      if (line.strong !== strong || chars + needed > room) continue;
      chars += needed;
      taken += 1;
    }
  }
  return { chars, left: lines.length - taken };
};
