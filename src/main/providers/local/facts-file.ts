import { readFile } from "node:fs/promises";
import { z } from "zod";
import { OneAtATime } from "../../base/one-at-a-time.ts";
import { writeAtomic } from "../../base/write-atomic.ts";
import type { ModelFacts } from "./engine-protocol.ts";

const facts = z.object({
  format: z.string(),
  hasTools: z.boolean(),
  overhead: z.object({ message: z.number().int(), prompt: z.number().int() }),
});
const file = z.object({ version: z.literal(1), facts: z.record(z.string(), facts) });

const MAX_KEPT = 200;

/**
 * What the engine said about vocabularies and templates, by their hash. A broken or lost file only means that the
 * engine is asked again.
 */
export class FactsFile {
  readonly #path: string;
  readonly #writes = new OneAtATime();
  #known: Map<string, ModelFacts> | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  async load(): Promise<void> {
    this.#known ??= new Map(Object.entries(await this.#read()));
  }

  /** Null when it is not known, or nothing was loaded yet. */
  get(tokenizer: string): ModelFacts | null {
    return this.#known?.get(tokenizer) ?? null;
  }

  async keep(tokenizer: string, said: ModelFacts): Promise<void> {
    await this.load();
    const known = this.#known ?? new Map<string, ModelFacts>();
    known.delete(tokenizer);
    known.set(tokenizer, said);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_KEPT) break;
      known.delete(oldest);
    }
    await this.#writes.run(() =>
      writeAtomic(this.#path, `${JSON.stringify({ version: 1, facts: Object.fromEntries(known) })}\n`),
    );
  }

  async #read(): Promise<Record<string, ModelFacts>> {
    try {
      return file.parse(JSON.parse(await readFile(this.#path, "utf8"))).facts;
    } catch {
      return {};
    }
  }
}
