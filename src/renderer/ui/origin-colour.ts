import type { Origin } from "#shared/model/origin.ts";

/** An origin has the same colour wherever it is drawn. */
export const originColour = (origin: Origin): string => `var(${COLOURS[origin]})`;

const COLOURS: Readonly<Record<Origin, string>> = {
  you: "--o-you",
  agent: "--o-agent",
  tool: "--o-tool",
  outside: "--o-outside",
};
