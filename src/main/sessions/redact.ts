import { homedir } from "node:os";
import type { SessionEntry } from "#shared/model/session-entry.ts";

/** Specific before generic: a key is named for what it is before a rule for long hex can take it. */
const rules: readonly (readonly [label: string, pattern: RegExp])[] = [
  ["bearer_jwt", /\b(?:Bearer\s+)?eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g],
  ["anthropic_key", /\bsk-ant-[\w-]{16,}/g],
  ["openai_key", /\bsk-(?:proj-)?[\w-]{20,}/g],
  ["aws_access_key", /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ["hex", /[0-9a-fA-F]{64,}/g],
  ["home_path", ownHome()],
  ["home_path", /\/(?:home|Users)\/[^/\s"'`]+|(?<![\w.-])\/root(?![\w-])|[A-Za-z]:\\Users\\[^\\\s"'`]+/g],
];

/** Homes need not be in their usual place. A home at the very top is no secret. */
function ownHome(): RegExp {
  const home = homedir().replace(/[\\/]+$/, "");
  return home === ""
    ? /(?!)/g
    : new RegExp(`(?<![\\w.-])${home.replaceAll(/[^\w/]/g, "\\$&")}(?![\\w-])`, "g");
}

/** Puts `[REDACTED:<label>]` in place of what looks like a secret or a home folder. */
export const redact = (text: string): string =>
  rules.reduce((redacted, [label, pattern]) => redacted.replace(pattern, `[REDACTED:${label}]`), text);

/** The same for whatever an entry holds. */
export const redactEntry = <E extends SessionEntry>(entry: E): E =>
  JSON.parse(JSON.stringify(entry), (key, value: unknown) =>
    typeof value === "string" && !structural.has(key) ? redact(value) : value,
  ) as E;

/** Ids are hex, too. */
const structural = new Set(["id", "parentId", "toolUseId", "type", "timestamp", "run"]);
