import type { Events } from "#shared/contract/index.ts";
import type { OwnerConnection } from "./connect-owner.ts";

/** The owner's core, as long as this process uses it. */
export type Through = { readonly folder: string; readonly nonce: string; readonly carrier: OwnerConnection };

export type OwnerLinkOptions = {
  readonly publish: (event: Events) => void;
  /** The connection to the current owner dropped. */
  readonly onLost: (lost: Through) => void;
};

/** The owner whose core this process uses, if any. Its events become events of this process. */
export class OwnerLink {
  readonly #options: OwnerLinkOptions;
  #through: Through | null = null;

  constructor(options: OwnerLinkOptions) {
    this.#options = options;
  }

  get current(): Through | null {
    return this.#through;
  }

  /** Uses this owner's core from now on. */
  enter(next: Through): void {
    const { publish, onLost } = this.#options;
    this.leave(next.folder);
    this.#through = next;
    next.carrier.listen((event) => {
      if (this.#through === next && !isOfOwnersHost(event)) publish(event);
    });
    next.carrier.status.subscribe((status) => {
      if (this.#through === next && status !== "open") onLost(next);
    });
    publish({ event: "project.opened", folder: next.folder });
  }

  /** `next` is the folder that is open from now on. */
  leave(next: string | null = null): void {
    const left = this.#through;
    this.#through = null;
    left?.carrier.close();
    if (left && left.folder !== next) this.#options.publish({ event: "project.closed", folder: left.folder });
  }
}

/** Events of the owner's own window; and when the owner closes the project, it stays open here. */
const isOfOwnersHost = ({ event }: Events): boolean =>
  event === "app.command" || event === "project.opened" || event === "project.closed";
