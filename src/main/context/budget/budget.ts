import type { z } from "zod";
import type { budgetRoutes, Offer } from "#shared/contract/budget.ts";
import type { Signal } from "#shared/contract/index.ts";
import { OneAtATime } from "../../base/one-at-a-time.ts";
import type { Context } from "../context.ts";
import { findOffers } from "./find-offers.ts";
import { type Applied, writeEdit, type WritePorts } from "./write-edit.ts";

type OffersInput = z.output<(typeof budgetRoutes)["budget.offers"]["input"]>;
type ApplyInput = z.output<(typeof budgetRoutes)["budget.apply"]["input"]>;

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
}
