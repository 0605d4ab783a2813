import type { Client } from "#shared/contract/index.ts";
import type { WireScript } from "../../e2e/wire-server/script.ts";

/**
 * One kind of work. A child process does its steps one after the other until it is killed; before a step it says
 * what it is about to do, afterwards that it was acknowledged. The next child opens the same project, looks whether
 * everything acknowledged is there, and goes on.
 */
export type Scenario = {
  readonly name: string;
  /** A child is killed within this many milliseconds of work; set for steps that take long. */
  readonly workMs?: number;
  /** Files of a new project, besides a workspace with AGENTS.md. */
  readonly files?: Readonly<Record<string, string>>;
  /** Its children share a PostgreSQL server, which is killed and started again while they work. */
  readonly postgres?: true;
  /** What the model server answers; a short text unless said. */
  readonly server?: WireScript;
  /** Once per child, before steps; what it returns is handed to each step. */
  readonly begin?: (place: Place) => Promise<string>;
  /** The n-th step of this project. Returns what a later check needs to know. */
  step(place: Place, n: number, begun: string, heard: (text: string) => void): Promise<string>;
  /** What is not as it was acknowledged, in words; empty when all is well. */
  check(place: Place, done: Done): Promise<readonly string[]>;
};

export type Place = {
  readonly client: Client;
  readonly project: string;
  readonly userData: string;
  /** Address of a model server. */
  readonly server: string;
  /** Connection of the owner of a PostgreSQL server; null unless the scenario has one. */
  readonly postgres: string | null;
  /** Whether file calls may fail. */
  readonly faults: boolean;
  /** The last child ended by a power cut. */
  readonly powerCut: boolean;
  /** From 0 to below 1, by the seed. */
  readonly random: () => number;
};

export type Done = {
  /** Acknowledged steps, in order. */
  readonly acknowledged: readonly Step[];
  /** Steps that began and were never acknowledged: each may have happened or not. */
  readonly open: readonly { readonly n: number; readonly heard: string }[];
};

export type Step = { readonly n: number; readonly result: string };

/** Repeatable numbers from a seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};
