import { z } from "zod";
import { LANGUAGES } from "../model/language.ts";
import { FOLDER_KINDS } from "../model/folder-kind.ts";
import { PROPOSAL_IDS } from "../model/folder-proposal.ts";
import { mcpServerSettings } from "./mcp.ts";
import { fileWarning } from "./project.ts";
import { providerSettings } from "./providers.ts";
import { teamRole } from "../model/team.ts";
import { route } from "./route.ts";

/** The longest time that a model server may be given to say nothing. */
export const MAX_PATIENCE_MINUTES = 240;

/** In the user data folder. Never in a project. */
export const userSettings = z.object({
  theme: z.enum(["light", "dark", "system"]).default("system"),
  /** Of the screen; `system`: the computer's, where there is a table for it. */
  language: z.enum(["system", ...LANGUAGES]).default("system"),
  /** How wide a conversation is written in a wide pane: lines that are easy to read, or all of it. */
  conversationWidth: z.enum(["reading", "full"]).default("reading"),
  /** Saves a file a moment after the last key. */
  autosave: z.boolean().default(false),
  zoom: z.number().min(0.5).max(3).default(1),
  /** Marks misspelled words in text fields of the window. A browser tab has its browser's own check. */
  spellCheck: z.boolean().default(false),
  /** Whether the installed app looks for new versions, and the version that the user did not want. */
  updates: z
    .object({ look: z.enum(["ask", "on", "off"]).default("ask"), declined: z.string().max(100).default("") })
    .default({ look: "ask", declined: "" }),
  /** A sample was created for a user who has chosen nothing yet; the first start is shown until they have. */
  firstStart: z.boolean().default(false),
  user: z.object({ id: z.string().default(""), name: z.string().default("") }).default({ id: "", name: "" }),
  /** Tours that were seen or skipped, by name. */
  tours: z.array(z.string()).default([]),
  /** Overlay folder above every workspace, by project folder. */
  overlays: z.record(z.string(), z.string()).default({}),
  /** Model servers by id; their keys are in the vault. */
  providers: z.record(z.string(), providerSettings).default({}),
  /** Model files by id. A project cannot name a path, only an id from here. */
  modelFiles: z
    .record(
      z.string(),
      z.object({
        path: z.string(),
        name: z.string().min(1),
        /** Tokens; null: chosen by what fits. */
        window: z.number().int().min(512).nullable().default(null),
      }),
    )
    .default({}),
  /** MCP servers by id; the values of their variables and headers are in the vault. */
  mcpServers: z.record(z.string(), mcpServerSettings).default({}),
  /** Share of what a prompt may use above which tools of servers are not described in it but can be found. */
  toolShelf: z.object({ share: z.number().min(0).max(1).default(0.1) }).default({ share: 0.1 }),
  /** How model files are run. */
  engine: z
    .object({
      /** Use the graphics card where there is one. */
      gpu: z.boolean().default(false),
      /** Threads of the processor; null: as many as it has cores. */
      threads: z.number().int().min(1).max(256).nullable().default(null),
      /** Minutes without a question after which the memory is freed. */
      unloadMinutes: z.number().int().min(1).max(1_440).default(10),
    })
    .default({ gpu: false, threads: null, unloadMinutes: 10 }),
  /** Measuring in the background what moved earlier answers. `model`: the file that judges; null: the first. */
  influence: z
    .object({ sampling: z.boolean().default(false), model: z.string().nullable().default(null) })
    .default({ sampling: false, model: null }),
  /** A model's own `tokenizer.json`, as an absolute path, by the model's id. */
  tokenizers: z.record(z.string(), z.string()).default({}),
  /** Tools that run without approval: project folder, agent, tool. */
  approvals: z
    .record(z.string(), z.record(z.string(), z.record(z.string(), z.enum(["always", "deny"]))))
    .default({}),
  /** X-ray may look at instruction files in the home folder and in the folders above the opened one. */
  xray: z.object({ outside: z.boolean().default(false) }).default({ outside: false }),
  /** Team spaces by id. The address with its password, and what proves the membership, are in the vault. */
  teams: z
    .record(
      z.string(),
      z.object({
        name: z.string(),
        member: z.string(),
        memberName: z.string(),
        role: teamRole,
        /** Host, port and database, for people. */
        server: z.string().default(""),
        /** Project folders that use it. */
        folders: z.array(z.string()).default([]),
      }),
    )
    .default({}),
  /** Redacts what looks like a key or a home folder in conversations before they are written. */
  redactSecrets: z.boolean().default(false),
  /** The embedding model: the one that ships with Satchel, or one of a provider. */
  embeddings: z
    .object({ provider: z.string().default(""), model: z.string().default("") })
    .default({ provider: "", model: "" }),
  network: z
    .object({
      /** Such as `http://proxy.example:3128`; empty: none, or the system's. */
      proxy: z.string().default(""),
      /** A PEM file with certificates to trust in addition to the system's. */
      extraCertificates: z.string().default(""),
      /** Minutes that a model server may say nothing. A model on this machine may read a long prompt for long. */
      patienceMinutes: z.number().int().min(1).max(MAX_PATIENCE_MINUTES).default(10),
    })
    .default({ proxy: "", extraCertificates: "", patienceMinutes: 10 }),
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
  /** Boosts of the tiers; `auto` depends on the words of the message. */
  preset: z.enum(["auto", "general", "research", "debugging", "debate"]).default("auto"),
});

/** In the project's `.satchel/settings.json`. Contains nothing that could send a key or run a program. */
export const projectSettings = z.object({
  name: z.string().optional(),
  /** The folder's kind. Set when it is first opened; the user can change it. */
  kind: z.enum(FOLDER_KINDS).optional(),
  /** How the user's own folder is sent; set when they choose. */
  proposal: z.enum(PROPOSAL_IDS).optional(),
  /** An IANA name such as `Europe/Vienna`; without one, the computer's. */
  timeZone: z.string().refine(isTimeZone, "not a known time zone").optional(),
  defaultModel: z.string().optional(),
  /** Moves often recalled memories into MEMORY.md, every 24 hours; `askFirst`: only those the user selects. */
  dreaming: z
    .object({ enabled: z.boolean().default(false), askFirst: z.boolean().default(true) })
    .default({ enabled: false, askFirst: true }),
  /** Session logs older than 180 days are deleted if the user agreed. */
  maintenance: z.object({ deleteOldLogs: z.boolean().default(false) }).default({ deleteOldLogs: false }),
  /** When stored runs take more than this compressed size, the oldest are deleted. */
  runsMaxBytes: z
    .number()
    .int()
    .positive()
    .default(256 * 1024 * 1024),
  /** How long changes can be undone: all younger than `days` and the newest `count`, within `maxBytes`. */
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
  /** How long deleted things stay in the project's trash, and how much of it. */
  trash: z
    .object({
      days: z.number().int().positive().max(3_650).default(30),
      maxBytes: z
        .number()
        .int()
        .positive()
        .default(500 * 1024 * 1024),
    })
    .default({ days: 30, maxBytes: 500 * 1024 * 1024 }),
  memory: memorySettings.default(() => memorySettings.parse({})),
});
export type ProjectSettings = z.output<typeof projectSettings>;

const bothSettings = z.object({
  user: userSettings,
  /** Null when no project is open. */
  project: projectSettings.nullable(),
  /** Ignored values, in either file. */
  warnings: z.array(fileWarning),
});

/** Keys and new values. `__proto__` is refused at any depth: it would be dropped without a word. */
const changes = z
  .unknown()
  .refine((value) => !hasProto(value, MAX_DEPTH), { error: "There is no setting called __proto__." })
  .pipe(z.record(z.string(), z.unknown()));

const MAX_DEPTH = 20;

const hasProto = (value: unknown, depth: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  depth > 0 &&
  (Object.hasOwn(value, "__proto__") || Object.values(value).some((inner) => hasProto(inner, depth - 1)));

export const settingsRoutes = {
  "settings.get": route(z.object({}), bothSettings),
  /**
   * Changes only the given keys, at any depth; `null` resets a key to its default. Fails with
   * `invalid-settings` and `{key}`, and then nothing is changed.
   */
  "settings.set": route(
    z.object({
      user: changes.optional(),
      project: changes.optional(),
    }),
    bothSettings,
  ),
};

export const settingsEvents = {
  "settings.changed": bothSettings,
};
