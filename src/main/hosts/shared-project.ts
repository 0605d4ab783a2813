import { setTimeout as wait } from "node:timers/promises";
import type { Events, Reply, Signal } from "#shared/contract/index.ts";
import type { Log } from "../base/log.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import type { OwnerRecord } from "../base/owner-lock.ts";
import type { Core } from "../create-core.ts";
import { OWNED_ELSEWHERE } from "../project/own-project.ts";
import { typedFolder } from "../workspace/refuse-wide-folder.ts";
import { OwnerLink, type Through } from "./door/owner-link.ts";
import { LOOK_MS, ownerOf } from "./door/project-owner.ts";
import { reachOwner } from "./door/reach-owner.ts";

/** Time between two attempts to own a project that is open read-only. */
const RETRY_MS = 5_000;

export type SharedProjectOptions = {
  readonly local: Pick<Core, "dispatch" | "ownership">;
  readonly userData: string;
  readonly log: Log;
  readonly publish: (event: Events) => void;
  /** Runs before the first claim, so that a process that finds the claim can connect. */
  readonly listen: () => Promise<void>;
};

type OpenInput = { readonly folder: string };

/** The open project: in this process's core, through its owner's core, or in this one read-only. */
export class SharedProject {
  readonly #options: SharedProjectOptions;
  readonly #turns = new OneAtATime();
  readonly #link: OwnerLink;
  #recovering: Promise<unknown> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #isEnded = false;

  constructor(options: SharedProjectOptions) {
    this.#options = options;
    this.#link = new OwnerLink({ publish: options.publish, onLost: (lost) => this.#recover(lost) });
  }

  get through(): Through | null {
    return this.#link.current;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Resolves when a lost owner is back or its project was opened again; null when no owner is lost. */
  get recovering(): Promise<unknown> | null {
    return this.#recovering;
  }

  open(input: OpenInput, signal?: Signal): Promise<Reply> {
    return this.#turns.run(() => this.#open(input, signal));
  }

  close(): Promise<Reply> {
    return this.#turns.run(() => {
      this.#stopRetrying();
      this.#link.leave();
      return this.#options.local.dispatch("project.close", {});
    });
  }

  /** Leaves the owner for good. The caller must close the local core. */
  end(): void {
    this.#isEnded = true;
    this.#stopRetrying();
    this.#link.leave();
  }

  /** Opens the folder in this process, through its owner, or read-only. */
  async #open(input: OpenInput, signal?: Signal): Promise<Reply> {
    const { local, listen } = this.#options;
    const folder = typedFolder(input.folder);
    await listen();
    this.#stopRetrying();
    for (;;) {
      const owner = await ownerOf(folder);
      if (owner && owner.nonce !== local.ownership()) {
        const reply = await this.#openThrough(folder, owner, signal);
        if (reply === "gone") continue;
        return reply;
      }
      const reply = await local.dispatch("project.open", input, signal);
      if (!reply.ok && reply.error.code === OWNED_ELSEWHERE) {
        await wait(LOOK_MS);
        continue;
      }
      if (reply.ok) this.#link.leave(folder);
      return reply;
    }
  }

  /** Uses the owner's core from now on; opens the folder read-only when the owner cannot be reached. */
  async #openThrough(folder: string, owner: OwnerRecord, signal?: Signal): Promise<Reply | "gone"> {
    const { local, userData } = this.#options;
    const now = this.#link.current;
    if (now?.nonce === owner.nonce && now.carrier.status.get() === "open") {
      return now.carrier.request("project.info", {});
    }
    const reached = await reachOwner(folder, owner, userData);
    switch (reached.kind) {
      case "gone":
        return "gone";
      case "unreachable":
        return this.#openForReading(folder, signal);
      case "failed":
        return reached.reply;
      case "open":
        await local.dispatch("project.close", {});
        this.#link.enter({ folder, nonce: owner.nonce, carrier: reached.carrier });
        return reached.info;
    }
  }

  async #openForReading(folder: string, signal?: Signal): Promise<Reply> {
    const { local } = this.#options;
    const reply = await local.dispatch("project.open", { folder, readOnly: true }, signal);
    if (!reply.ok) return reply;
    this.#link.leave(folder);
    this.#stopRetrying();
    const attempt = () => void this.#turns.run(() => this.#ownWhenFree(folder));
    this.#retry = setInterval(attempt, RETRY_MS).unref();
    return reply;
  }

  async #ownWhenFree(folder: string): Promise<void> {
    if (this.#retry === null || this.#isEnded || (await ownerOf(folder))) return;
    const reply = await this.#open({ folder });
    if (reply.ok) this.#resync();
  }

  #stopRetrying(): void {
    if (this.#retry) clearInterval(this.#retry);
    this.#retry = null;
  }

  #recover(lost: Through): void {
    this.#recovering ??= this.#turns
      .run(() => this.#takeOver(lost))
      .finally(() => {
        this.#recovering = null;
      });
  }

  /** A carrier reconnects on its own while the owner lives; when it is gone, the project is opened again. */
  async #takeOver(lost: Through): Promise<void> {
    const { folder, nonce, carrier } = lost;
    const isLost = () => this.#link.current === lost && !this.#isEnded && carrier.status.get() !== "open";
    while (isLost()) {
      if ((await ownerOf(folder))?.nonce === nonce) {
        await wait(LOOK_MS);
        continue;
      }
      const reply = await this.#open({ folder });
      if (!reply.ok) {
        this.#options.log.warn("The project could not be taken over.", { code: reply.error.code });
      }
      if (this.#link.current === lost) this.#link.leave();
      if (reply.ok) this.#resync();
    }
  }

  #resync(): void {
    this.#options.publish({ event: "app.resync", reason: "restarted" });
  }
}
