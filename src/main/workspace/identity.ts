import type { Identity } from "#shared/contract/agents.ts";

/** Reads lines such as `- **Name:** Kate`. The last value of a key wins; placeholders in parentheses do not count. */
export const parseIdentity = (text: string): Identity => {
  const found: Record<keyof Identity, string | null> = {
    name: null,
    creature: null,
    vibe: null,
    emoji: null,
    avatar: null,
  };
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (!line.startsWith("-") || colon < 0) continue;
    const key = withoutBold(line.slice(1, colon)).toLowerCase();
    const value = withoutBold(line.slice(colon + 1));
    if (isKey(key) && value !== "" && !isPlaceholder(value)) found[key] = value;
  }
  return found;
};

/** `name=Kate, emoji=🐙, vibe=warm but sharp`; null when none of the three is set. */
export const renderIdentity = ({ name, emoji, vibe }: Identity): string | null => {
  const set = Object.entries({ name, emoji, vibe }).filter(([, value]) => value !== null);
  return set.length === 0 ? null : set.map(([key, value]) => `${key}=${value}`).join(", ");
};

const KEYS = ["name", "creature", "vibe", "emoji", "avatar"] as const satisfies readonly (keyof Identity)[];

const isKey = (key: string): key is keyof Identity => (KEYS as readonly string[]).includes(key);

/** The closing mark of `**Name:**` stands before the value, so both sides of both parts are cleaned. */
const withoutBold = (text: string) =>
  text
    .trim()
    .replace(/^(?:\*\*|__)/, "")
    .replace(/(?:\*\*|__)$/, "")
    .trim();

const isPlaceholder = (value: string) => /^(?:\(.*\)|_\(.*\)_)$/.test(value);
