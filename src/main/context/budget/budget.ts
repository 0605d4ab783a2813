import type { z } from "zod";
import type { budgetRoutes, Offer } from "#shared/contract/budget.ts";
import type { Signal } from "#shared/contract/index.ts";
import type { Overrides } from "#shared/contract/context.ts";
import type { Values } from "../../agents/merge-values.ts";
import { OneAtATime } from "../../base/one-at-a-time.ts";
import type { Context } from "../context.ts";
import { findOffers } from "./find-offers.ts";
import { planOverrides } from "./plan-overrides.ts";
import { type Applied, writeEdit, writePlanned, type WritePorts } from "./write-edit.ts";

type OffersInput = z.output<(typeof budgetRoutes)["budget.offers"]["input"]>;
type ApplyInput = z.output<(typeof budgetRoutes)["budget.apply"]["input"]>;

type KeepInput = Pick<Parameters<Context["target"]>[0], "agent" | "profile"> & {
  readonly overrides?: Overrides | undefined;
  /** Further keys of the agent, as in agents.yaml. */
  readonly values?: Values;
  readonly title: string;
};

/** Offers changes to the prompts of an open project, and writes them. */
export class Budget {
  readonly #context: Context;
  readonly #ports: WritePorts;
  readonly #writes = new OneAtATime();

  constructor(context: Context, ports: WritePorts) {
    this.#context = context;
    this.#ports = ports;
  }

  offers(input: OffersInput, signal?: Signal): Promise<readonly Offer[]> {
    return findOffers(this.#context, { ...input, include: ["manifest"] }, signal);
  }

  /** Edits run one after the other: each reads the profile that the previous one has written. */
  apply({ edit, ...asked }: ApplyInput): Promise<Applied> {
    return this.#writes.run(async () => writeEdit(this.#ports, edit, await this.#context.target(asked)));
  }

  /** Writes what a preview tried, so that prompts from now on are like it: one change. */
  keep({ overrides = {}, values = {}, title, ...asked }: KeepInput): Promise<Applied> {
    return this.#writes.run(async () => {
      const target = await this.#context.target(asked);
      return writePlanned(this.#ports, planOverrides(overrides, target, values), target, title);
    });
  }
}
