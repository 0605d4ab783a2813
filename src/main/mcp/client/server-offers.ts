import type { Client } from "@modelcontextprotocol/client";
import { cutStart } from "../../base/cut-text.ts";
import type { McpOffers } from "#shared/contract/mcp.ts";

const MAX_RESOURCES = 500;
const MAX_PROMPTS = 200;
const MAX_ARGS = 30;
const MAX_NAME = 200;
const MAX_URI = 2_000;
const MAX_TEXT = 300;
/** A menu does not wait longer for one server. */
const LIST_MS = 5_000;
const KEPT_MS = 10_000;

type Unnamed<T> = { [Each in keyof T]: T[Each] };
export type OffersOfOne = Unnamed<McpOffers>;

const NOTHING: OffersOfOne = { resources: [], prompts: [] };

/** The resources and prompts of one server, asked for when the user opens a menu. */
export class ServerOffers {
  readonly #client: Client;
  readonly #server: string;
  readonly #onProblem: (error: unknown) => void;
  #kept: { readonly at: number; readonly offers: Promise<OffersOfOne> } | null = null;

  constructor(client: Client, server: string, onProblem: (error: unknown) => void) {
    this.#client = client;
    this.#server = server;
    this.#onProblem = onProblem;
  }

  list(): Promise<OffersOfOne> {
    if (this.#kept && performance.now() - this.#kept.at < KEPT_MS) return this.#kept.offers;
    const offers = this.#ask();
    this.#kept = { at: performance.now(), offers };
    return offers;
  }

  /** The server said that its lists changed. */
  forget(): void {
    this.#kept = null;
  }

  async #ask(): Promise<OffersOfOne> {
    const has = this.#client.getServerCapabilities() ?? {};
    const [resources, prompts] = await Promise.all([
      has.resources ? this.#listed(() => this.#resources(), NOTHING.resources) : NOTHING.resources,
      has.prompts ? this.#listed(() => this.#prompts(), NOTHING.prompts) : NOTHING.prompts,
    ]);
    return { resources, prompts };
  }

  async #listed<T>(list: () => Promise<T>, none: T): Promise<T> {
    try {
      return await list();
    } catch (error) {
      this.#onProblem(error);
      return none;
    }
  }

  async #resources(): Promise<McpOffers["resources"]> {
    const { resources } = await this.#client.listResources(undefined, { timeout: LIST_MS });
    return resources
      .filter(({ uri }) => uri.length <= MAX_URI)
      .slice(0, MAX_RESOURCES)
      .map(({ uri, name, title, description, size }) => ({
        server: this.#server,
        uri,
        name: cutStart(title ?? name, MAX_NAME),
        text: cutStart(description ?? "", MAX_TEXT),
        size: size ?? null,
      }));
  }

  async #prompts(): Promise<McpOffers["prompts"]> {
    const { prompts } = await this.#client.listPrompts(undefined, { timeout: LIST_MS });
    // One with a long name or many arguments is left out, because a shortened one would be a different one.
    return prompts
      .filter(({ name, arguments: args = [] }) => name.length <= MAX_NAME && args.length <= MAX_ARGS)
      .slice(0, MAX_PROMPTS)
      .map(({ name, title, description, arguments: args = [] }) => ({
        server: this.#server,
        name,
        text: cutStart(description ?? title ?? "", MAX_TEXT),
        args: args.map((one) => ({
          name: one.name,
          text: cutStart(one.description ?? "", MAX_TEXT),
          required: one.required === true,
        })),
      }));
  }
}
