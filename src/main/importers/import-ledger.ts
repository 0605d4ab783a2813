import { z } from "zod";
import { importSource } from "#shared/model/import-source.ts";
import { KeptFolder } from "../base/kept-file.ts";
import type { KeptFiles } from "../base/kept-files.ts";
import { privateFolder } from "../workspace/path-policy.ts";

const MAX_LEDGER_BYTES = 64 * 1024 * 1024;

/**
 * What one run created, to undo it and to recognise it in the next import. Written before the run begins, with what
 * it is about to do, and after every step: a run that was cut short can be undone, too.
 */
const ledger = z.object({
  version: z.literal(1),
  run: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  at: z.string().max(40),
  source: importSource,
  name: z.string(),
  agent: z.string(),
  workspace: z.string(),
  state: z.enum(["writing", "done", "undone"]),
  fingerprint: z.array(
    z.object({ path: z.string(), size: z.number(), modifiedAt: z.string(), sha256: z.string().nullable() }),
  ),
  /** `isNew`: the run made it. `added`: entries that the run added to a conversation that was here. */
  sessions: z.array(
    z.object({
      key: z.string(),
      id: z.string(),
      title: z.string(),
      isNew: z.boolean(),
      added: z.array(z.string()),
      /** False: the run was about to write it. */
      written: z.boolean(),
    }),
  ),
  /** Exact lines of files. Paths are project-relative. */
  lines: z.array(z.object({ key: z.string(), path: z.string(), line: z.string() })),
  /** Texts that became a section of a file; the list of changes has them. */
  sections: z.array(z.object({ key: z.string(), path: z.string() })).default([]),
  files: z.array(z.object({ key: z.string(), path: z.string(), sha256: z.string() })),
  agents: z.array(z.object({ key: z.string(), id: z.string() })),
  /** `keys`: of the source; ledgers of earlier versions have none. */
  graph: z.object({
    keys: z.array(z.string()).default([]),
    entities: z.array(z.string()),
    relations: z.array(z.string()),
  }),
  /** Ids of the changes in the list of changes. */
  changes: z.array(z.string()),
});
export type Ledger = z.output<typeof ledger>;

/** The ledgers of all runs, `.satchel/imports/<run>.json`. They lie in the project, so they are read without trust. */
export class ImportLedgers {
  readonly #folder: KeptFolder;

  constructor(files: KeptFiles) {
    this.#folder = new KeptFolder(files, `${privateFolder}/imports`);
  }

  write(entry: Ledger): Promise<void> {
    return this.#folder.file(`${entry.run}.json`).write(`${JSON.stringify(entry, null, 1)}\n`);
  }

  async get(run: string): Promise<Ledger | null> {
    if (!/^[A-Za-z0-9-]{1,64}$/.test(run)) return null;
    const text = await this.#folder.file(`${run}.json`).text(MAX_LEDGER_BYTES);
    return text === null ? null : (ledger.safeParse(parsed(text)).data ?? null);
  }

  /** Newest first. One that cannot be read is left out. */
  async all(): Promise<readonly Ledger[]> {
    const found: Ledger[] = [];
    for (const { name, kind } of await this.#folder.list()) {
      if (kind !== "file" || !name.endsWith(".json")) continue;
      const entry = await this.get(name.slice(0, -".json".length)).catch(() => null);
      if (entry) found.push(entry);
    }
    return found.sort((a, b) => b.at.localeCompare(a.at));
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};
