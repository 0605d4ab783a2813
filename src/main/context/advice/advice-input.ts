import type { Manifest, Message, Segment } from "#shared/model/manifest.ts";
import type { EditTarget } from "../budget/plan-edit.ts";

/** What advice is made of: a prompt as it would be sent, and what is known about its past. */
export type AdviceInput = {
  readonly manifest: Manifest;
  readonly messages: readonly Message[];
  /** `YYYY-MM-DD` as the prompt's template prints it. */
  readonly date: string;
  /** Names of the tools that were called, and the number of answers in which a call was possible. */
  readonly usedTools: ReadonlySet<string>;
  readonly answers: number;
  /** What an edit would change. */
  readonly target: EditTarget;
};

/** The text of a segment as its message has it; empty when no message has it. */
export const textOf = ({ message, range }: Segment, messages: readonly Message[]): string =>
  message === null || range === null ? "" : (messages[message]?.content.slice(...range) ?? "");

export const nameOf = (source: string): string => source.slice(source.lastIndexOf("/") + 1);

export const isFile = (source: string): boolean => /^[^:]+\.[^./:]+$/.test(source);
