import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { Clock } from "../base/clock.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import { writeAtomic } from "../base/write-atomic.ts";
import type { ModelInfo } from "./provider.ts";

const tokens = z.number().int().nullable();
const serverWindow = z.object({ trained: tokens, served: tokens, sees: z.boolean().optional() });
const knownList = z.object({
  /** The address that was asked: a different address is a different server. */
  baseUrl: z.string(),
  /** ISO 8601. */
  at: z.string(),
  models: z.array(z.object({ id: z.string(), name: z.string(), window: serverWindow })),
});
export type KnownList = z.output<typeof knownList>;

const file = z.object({ servers: z.record(z.string(), knownList), version: z.literal(1) });

/**
 * What each server listed when it was last asked. Showing a list sends no request; a broken or lost file only
 * means that a server has to be asked again.
 */
export class KnownModels {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #writes = new OneAtATime();

  constructor(path: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
  }

  async of(id: string, baseUrl: string): Promise<KnownList | null> {
    const known = (await this.#read())[id];
    return known?.baseUrl === baseUrl ? known : null;
  }

  keep(id: string, baseUrl: string, models: readonly ModelInfo[]): Promise<void> {
    const at = this.#clock.now().toISOString();
    return this.#write(async () => ({
      ...(await this.#read()),
      [id]: { baseUrl, at, models: models.map((model) => ({ ...model, window: { ...model.window } })) },
    }));
  }

  forget(id: string): Promise<void> {
    return this.#write(async () => {
      const { [id]: _, ...others } = await this.#read();
      return others;
    });
  }

  #write(change: () => Promise<Record<string, KnownList>>): Promise<void> {
    return this.#writes.run(async () =>
      writeAtomic(this.#path, `${JSON.stringify({ servers: await change(), version: 1 })}\n`),
    );
  }

  async #read(): Promise<Record<string, KnownList>> {
    try {
      return file.parse(JSON.parse(await readFile(this.#path, "utf8"))).servers;
    } catch {
      return {};
    }
  }
}
