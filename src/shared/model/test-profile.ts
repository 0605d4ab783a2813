import type { Profile } from "./profile.ts";

/** A layered profile as the contract returns it, for tests. */
export const testProfile = (
  fields: Partial<Profile> & Readonly<Record<string, unknown>> = {},
): Profile & Readonly<Record<string, unknown>> => ({
  id: "own",
  title: "Own",
  kind: "layered",
  from: "layered",
  builtIn: false,
  layers: [],
  unit: "tokens",
  history: { maxMessages: null, maxChars: null, maxTokens: null },
  compactAt: 0.85,
  reservedOutput: null,
  pin: [],
  exclude: [],
  perFile: 1500,
  total: 4200,
  memoryTokens: 8000,
  rules: {
    budgets: {
      core: "total",
      files: "total",
      memory: "memoryTokens",
      history: "history.maxTokens",
    },
    limits: ["perFile", "total"],
    ranksFiles: true,
    sharing: { byTag: true },
    fields: [
      { key: "total", input: "count", optional: false, least: 1 },
      { key: "memoryTokens", input: "count", optional: false, least: 0 },
      { key: "history.maxTokens", input: "count", optional: true, least: 0 },
    ],
  },
  ...fields,
});
