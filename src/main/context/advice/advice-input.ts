import type { Manifest, Message, Segment } from "#shared/model/manifest.ts";

/** What advice is made of: a prompt as it would be sent, and what is known about its past. */
export type AdviceInput = {
  readonly manifest: Manifest;
  readonly messages: readonly Message[];
  /** `YYYY-MM-DD` as the prompt's template prints it. */
  readonly date: string;
  /** Names of tools that were called, and in how many answers they could have been. */
  readonly usedTools: ReadonlySet<string>;
  readonly answers: number;
};

/** The text of a segment as it stands in its message; empty when it is in none. */
export const textOf = ({ message, range }: Segment, messages: readonly Message[]): string =>
  message === null || range === null ? "" : (messages[message]?.content.slice(...range) ?? "");

export const nameOf = (source: string): string => source.slice(source.lastIndexOf("/") + 1);

export const isFile = (source: string): boolean => /^[^:]+\.[^./:]+$/.test(source);
