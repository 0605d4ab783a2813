import { homedir } from "node:os";
import type { SessionEntry } from "#shared/model/session-entry.ts";

/** Specific rules come first: a key gets its own label before the rule for long hex can match it. */
const rules: readonly (readonly [label: string, pattern: RegExp])[] = [
  ["bearer_jwt", /\b(?:Bearer\s+)?eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g],
  ["anthropic_key", /\bsk-ant-[\w-]{16,}/g],
  ["openai_key", /\bsk-(?:proj-)?[\w-]{20,}/g],
  ["aws_access_key", /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ["hex", /[0-9a-fA-F]{64,}/g],
  ["home_path", ownHome()],
  ["home_path", /\/(?:home|Users)\/[^/\s"'`]+|(?<![\w.-])\/root(?![\w-])|[A-Za-z]:\\Users\\[^\\\s"'`]+/g],
];

/** A home folder need not be in its usual place. A home at the root of the disk is not a secret. */
function ownHome(): RegExp {
  const home = homedir().replace(/[\\/]+$/, "");
  return home === ""
    ? /(?!)/g
    : new RegExp(`(?<![\\w.-])${home.replaceAll(/[^\w/]/g, "\\$&")}(?![\\w-])`, "g");
}

/** Replaces what looks like a secret or a home folder by `[REDACTED:<label>]`. */
export const redact = (text: string): string =>
  rules.reduce((redacted, [label, pattern]) => redacted.replace(pattern, `[REDACTED:${label}]`), text);

/** The same for all strings of an entry. */
export const redactEntry = <E extends SessionEntry>(entry: E): E =>
  JSON.parse(JSON.stringify(entry), (key, value: unknown) =>
    typeof value === "string" && !structural.has(key) ? redact(value) : value,
  ) as E;

/** Ids are hex, too, and must not be redacted. */
const structural = new Set(["id", "parentId", "toolUseId", "type", "timestamp", "run", "origin", "imported"]);
