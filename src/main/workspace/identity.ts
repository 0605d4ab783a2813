import type { Identity } from "#shared/contract/agents.ts";

/** What IDENTITY.md of a workspace says. */
export const readIdentity = async (
  files: { readManaged(root: string, path: string): Promise<string> },
  workspace: string,
): Promise<Identity> => parseIdentity(await files.readManaged(workspace, "IDENTITY.md"));

/**
 * Reads lines such as `- **Name:** Kate`. The last value of a key wins; placeholders in parentheses are
 * ignored.
 */
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
    const key = plain(line.slice(1, colon)).toLowerCase();
    const value = plain(line.slice(colon + 1));
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

/**
 * Removes bold marks. The closing mark of `**Name:**` comes before the value, so single marks are removed,
 * too.
 */
const plain = (text: string) =>
  text
    .replaceAll("**", "")
    .trim()
    .replace(/^__/, "")
    .replace(/__$/, "")
    .replaceAll(/(?<=\s)__|__(?=\s)/g, "")
    .trim();

/** `(pick one)`, `_(pick one)_` or `*(pick one)*`: one pair of parentheses around everything. */
const isPlaceholder = (value: string): boolean => {
  const bare = /^([_*])(.*)\1$/.exec(value)?.[2] ?? value;
  if (!bare.startsWith("(") || !bare.endsWith(")")) return false;
  let depth = 0;
  for (let at = 0; at < bare.length; at++) {
    if (bare[at] === "(") depth++;
    if (bare[at] === ")") depth--;
    if (depth === 0) return at === bare.length - 1;
  }
  return false;
};
