import { Failure } from "#shared/contract/index.ts";
import type { Words } from "./recipe.ts";

/** One parser that reads what Satchel did not write, and what it promises for any input. */
export type Target = Words & {
  readonly name: string;
  /** True: each character of the text is one byte. */
  readonly bytes?: boolean;
  /** Throws when the promise is broken; a Failure is an answer. */
  readonly run: (text: string) => unknown;
};

/** Runs one input. Null: the promise held. */
export const whyBroken = async (target: Target, text: string): Promise<string | null> => {
  try {
    await target.run(text);
  } catch (error) {
    if (error instanceof Failure && error.code !== "internal") return null;
    return error instanceof Error ? `${error.name}: ${error.message.slice(0, 300)}` : String(error);
  }
  const polluted = Object.keys(Object.prototype)[0] ?? ownKeyOf({});
  return polluted === null ? null : `Object.prototype has the key ${polluted}`;
};

const ownKeyOf = (plain: object): string | null => {
  for (const key in plain) return key;
  return null;
};

/** For promises: what is not so is a broken promise. */
export const promise = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};
