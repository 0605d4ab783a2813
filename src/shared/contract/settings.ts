import { z } from "zod";
import { FOLDER_KINDS } from "../model/folder-kind.ts";
import { PROPOSAL_IDS } from "../model/folder-proposal.ts";
import { fileWarning } from "./project.ts";
import { providerSettings } from "./providers.ts";
import { route } from "./route.ts";

/** In the user's own data folder. Never in a project. */
export const userSettings = z.object({
  theme: z.enum(["light", "dark", "system"]).default("system"),
  zoom: z.number().min(0.5).max(3).default(1),
  /** A sample was made for somebody who has chosen nothing yet; the first start is shown until they have. */
  firstStart: z.boolean().default(false),
  user: z.object({ id: z.string().default(""), name: z.string().default("") }).default({ id: "", name: "" }),
  /** Tours that were seen or skipped, by name. */
  tours: z.array(z.string()).default([]),
  /** Overlay folder above every workspace, by project folder. */
  overlays: z.record(z.string(), z.string()).default({}),
  /** Model servers by id; their keys are in the vault. */
  providers: z.record(z.string(), providerSettings).default({}),
  /** A model's own `tokenizer.json`, as an absolute path, by the model's id. */
  tokenizers: z.record(z.string(), z.string()).default({}),
  /** Tools that need not be asked about again: project folder, agent, tool. */
  approvals: z
    .record(z.string(), z.record(z.string(), z.record(z.string(), z.enum(["always", "deny"]))))
    .default({}),
  /** Takes what looks like a key or a home folder out of conversations before they are written. */
  redactSecrets: z.boolean().default(false),
  /** What turns memories into vectors: the model that comes with Satchel, or one of a provider. */
  embeddings: z
    .object({ provider: z.string().default(""), model: z.string().default("") })
    .default({ provider: "", model: "" }),
  network: z
    .object({
      /** Such as `http://proxy.example:3128`; empty: none, or the system's. */
      proxy: z.string().default(""),
      /** A PEM file with certificates to trust on top of the system's. */
      extraCertificates: z.string().default(""),
    })
    .default({ proxy: "", extraCertificates: "" }),
});
export type UserSettings = z.output<typeof userSettings>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** How memory is searched. `k` and the weights replace those of the fusion. */
const memorySettings = z.object({
  fusion: z.enum(["default", "classic"]).default("default"),
  k: z.number().positive().max(1_000).optional(),
  weights: z
    .object({
      keyword: z.number().min(0).max(10).optional(),
      vector: z.number().min(0).max(10).optional(),
      graph: z.number().min(0).max(10).optional(),
    })
    .default({}),
  /** Boosts of the tiers; `auto` goes by the words of the message. */
  preset: z.enum(["auto", "general", "research", "debugging", "debate"]).default("auto"),
});

/** In the project's `.satchel/settings.json`. Holds nothing that could send a key or run a program. */
export const projectSettings = z.object({
  name: z.string().optional(),
  /** What the folder is. Set when it is first opened; the user can change it. */
  kind: z.enum(FOLDER_KINDS).optional(),
  /** How a folder of the user's own is sent; set when they choose. */
  proposal: z.enum(PROPOSAL_IDS).optional(),
  /** An IANA name such as `Europe/Vienna`; without one, the computer's. */
  timeZone: z.string().refine(isTimeZone, "not a known time zone").optional(),
  defaultModel: z.string().optional(),
  /** Moving what is often recalled into MEMORY.md, every 24 hours; `askFirst`: only what the user ticks. */
  dreaming: z
    .object({ enabled: z.boolean().default(false), askFirst: z.boolean().default(true) })
    .default({ enabled: false, askFirst: true }),
  /** Conversations' logs older than 180 days are deleted when the user agreed. */
  maintenance: z.object({ deleteOldLogs: z.boolean().default(false) }).default({ deleteOldLogs: false }),
  /** Compressed size of stored runs past which the oldest are pruned. */
  runsMaxBytes: z
    .number()
    .int()
    .positive()
    .default(256 * 1024 * 1024),
  /** How long changes can be taken back: all younger than `days` and the newest `count`, within `maxBytes`. */
  changes: z
    .object({
      days: z.number().int().positive().max(3_650).default(30),
      count: z.number().int().positive().max(100_000).default(1_000),
      maxBytes: z
        .number()
        .int()
        .positive()
        .default(500 * 1024 * 1024),
    })
    .default({ days: 30, count: 1_000, maxBytes: 500 * 1024 * 1024 }),
  memory: memorySettings.default(() => memorySettings.parse({})),
});
export type ProjectSettings = z.output<typeof projectSettings>;

const bothSettings = z.object({
  user: userSettings,
  /** Null when no project is open. */
  project: projectSettings.nullable(),
  /** Values that do not count, in either file. */
  warnings: z.array(fileWarning),
});

export const settingsRoutes = {
  "settings.get": route(z.object({}), bothSettings),
  /**
   * Changes what is given and nothing else, at any depth; `null` gives a key its default back. Fails with
   * `invalid-settings` and `{key}`, and then nothing is changed.
   */
  "settings.set": route(
    z.object({
      user: z.record(z.string(), z.unknown()).optional(),
      project: z.record(z.string(), z.unknown()).optional(),
    }),
    bothSettings,
  ),
};

export const settingsEvents = {
  "settings.changed": bothSettings,
};
