import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import { proposal, type Proposal } from "#shared/model/proposal.ts";
import { type KeptFile, KeptFolder } from "../base/kept-file.ts";
import type { KeptFiles } from "../base/kept-files.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import { stamp } from "../store/set-aside.ts";
import { fsFailure } from "../workspace/fs-failure.ts";
import { privateFolder } from "../workspace/path-policy.ts";

/** Proposals that wait at the same time; a program that sends more is refused until the user decided. */
export const MAX_WAITING = 100;
/** Of one program, so that it cannot keep others out. */
export const MAX_WAITING_PER_CLIENT = 50;
const MAX_INBOX_BYTES = 1024 * 1024;

const stored = z.object({ version: z.literal(1), proposals: z.array(proposal).max(MAX_WAITING) });

/** Proposals that wait for the user: `.satchel/inbox.json`. It lies in the project, so it is read without trust. */
export class Inbox {
  readonly #file: KeptFile;
  readonly #turns = new OneAtATime();
  readonly #now: () => Date;

  constructor(files: KeptFiles, now: () => Date) {
    this.#now = now;
    this.#file = new KeptFolder(files, privateFolder).file("inbox.json");
  }

  /**
   * Oldest first. What cannot be read at this moment is a failure, so that no write replaces it; a file that has no
   * inbox in it is kept as `.corrupt-<time>`, and what can still be read from it is taken over by the next write.
   */
  async all(): Promise<readonly Proposal[]> {
    return (await this.#read()).proposals;
  }

  async #read(): Promise<{ readonly proposals: readonly Proposal[]; readonly isSound: boolean }> {
    const text = await this.#text();
    if (text === null) return { proposals: [], isSound: true };
    const json = parsed(text);
    const sound = stored.safeParse(json).data;
    return sound ? { ...sound, isSound: true } : { proposals: salvaged(json), isSound: false };
  }

  /** Too much text is no inbox that was written here. */
  async #text(): Promise<string | null> {
    try {
      return await this.#file.text(MAX_INBOX_BYTES);
    } catch (error) {
      if (error instanceof Failure && error.code === "too-large") return "";
      throw fsFailure(error, this.#file.path);
    }
  }

  async get(id: string): Promise<Proposal> {
    const found = (await this.all()).find((each) => each.id === id);
    if (found) return found;
    throw new Failure("proposal-not-found", "This proposal does not wait any more.", { proposal: id });
  }

  /** The same text is kept once. Returns the proposal that waits, and how many do. */
  add(given: Proposal): Promise<{ readonly id: string; readonly isNew: boolean; readonly waiting: number }> {
    return this.#turns.run(async () => {
      const all = await this.all();
      const same = all.find(({ text, agent }) => text === given.text && agent === given.agent);
      if (same) return { id: same.id, isNew: false, waiting: all.length };
      const own = all.filter(({ client }) => client === given.client).length;
      if (all.length >= MAX_WAITING || own >= MAX_WAITING_PER_CLIENT)
        throw new Failure("inbox-full", "The inbox is full. The user must decide on what waits there first.");
      await this.#write([...all, given]);
      return { id: given.id, isNew: true, waiting: all.length + 1 };
    });
  }

  /** Takes a proposal out after `use` of it, so that one that failed still waits. Returns how many wait then. */
  take<T>(
    id: string,
    use: (taken: Proposal) => Promise<T>,
  ): Promise<{ readonly used: T; readonly waiting: number }> {
    return this.#turns.run(async () => {
      const used = await use(await this.get(id));
      const left = (await this.all()).filter((each) => each.id !== id);
      await this.#write(left);
      return { used, waiting: left.length };
    });
  }

  async #write(proposals: readonly Proposal[]): Promise<void> {
    const { isSound } = await this.#read();
    if (!isSound) await this.#file.renameWith(`.corrupt-${stamp(this.#now())}`);
    return this.#file.write(`${JSON.stringify({ version: 1, proposals }, null, 1)}\n`);
  }
}

const loose = z.object({ proposals: z.array(z.unknown()) });

const salvaged = (json: unknown): readonly Proposal[] =>
  (loose.safeParse(json).data?.proposals ?? [])
    .flatMap((each) => proposal.safeParse(each).data ?? [])
    .slice(0, MAX_WAITING);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};
