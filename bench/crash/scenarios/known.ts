import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Done, Place } from "../scenario.ts";

/** Planted in a provider; must not be found in the project. */
export const PLANTED_KEY = "sk-planted-0123456789abcdefghij";

export const FILES = 4;
export const body = (n: number) => `version ${n}\n`.repeat(400);
export const inWorkspace = ({ project }: Place, path: string) => join(project, "workspace", path);
export const textOf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : null);

/** The last acknowledged step of those with the same remainder, and the ones that may have come after it. */
export const allowed = ({ acknowledged, open }: Done, of: number, modulo: number): (number | null)[] => {
  const mine = acknowledged.filter(({ n }) => n % modulo === of).map(({ n }) => n);
  const last = mine.at(-1) ?? null;
  const after = open.map(({ n }) => n).filter((n) => n % modulo === of && (last === null || n > last));
  return [last, ...after];
};

/** Every acknowledged mark once, in order; of the open ones each at most once; nothing else. */
export const onceEach = (found: readonly number[], { acknowledged, open }: Done, what: string): string[] => {
  const counts = new Map<number, number>();
  for (const n of found) counts.set(n, (counts.get(n) ?? 0) + 1);
  const problems: string[] = [];
  for (const { n } of acknowledged)
    if (counts.get(n) !== 1) problems.push(`${what} ${n} is there ${counts.get(n) ?? 0} times`);
  const known = new Set([...acknowledged, ...open].map(({ n }) => n));
  for (const [n, count] of counts)
    if (!known.has(n) || count > 1) problems.push(`${what} ${n} is there ${count} times, unasked`);
  return problems;
};

export const numbersIn = (text: string | null, pattern: RegExp): number[] =>
  [...(text ?? "").matchAll(pattern)].map(([, n]) => Number(n));

export const AGENT =
  "agents:\n  - id: juno\n    provider: lab\n    model: tiny\n    workspaceGit: {enabled: true}\n    transcriptsDir: transcripts\n";

/** The model server under the name `lab`. */
export const saveProvider = async ({ client, server }: Place, apiKey?: string): Promise<void> => {
  await client.call("providers.save", {
    id: "lab",
    kind: "openai-compatible",
    name: "Lab",
    baseUrl: `${server}/v1`,
    ...(apiKey !== undefined && { apiKey }),
  });
};
