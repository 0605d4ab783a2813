import { hash } from "node:crypto";
import type { Part, SourceNode } from "./source-session.ts";

/**
 * Messages of a source that is a plain list: each follows the one before it. A message without an id of its own is
 * known by its place and its words.
 */
export class Chain {
  readonly nodes: SourceNode[] = [];
  #last: string | null = null;

  /** The message that the next one follows. */
  get last(): string | null {
    return this.#last;
  }

  add(id: string | null, time: string | null, parts: readonly Part[]): string {
    const own = id ?? `${this.nodes.length}:${wordsOf(time, parts)}`;
    this.nodes.push({ id: own, parentId: this.#last, time, parts });
    this.#last = own;
    return own;
  }

  /** The next message follows this one; null: it begins again. */
  goTo(id: string | null): void {
    this.#last = id;
  }

  /** Changes the newest message that has one of these parts on the current path. */
  amend(fits: (part: Part) => boolean, change: (part: Part) => Part): void {
    const at = this.nodes.findLastIndex(({ parts }) => parts.some(fits));
    const node = this.nodes[at];
    if (!node) return;
    const last = node.parts.findLastIndex(fits);
    this.nodes[at] = {
      ...node,
      parts: node.parts.map((part, index) => (index === last ? change(part) : part)),
    };
  }
}

const wordsOf = (time: string | null, parts: readonly Part[]): string => {
  const words = parts.map((part) => {
    if (part.type === "text") return [part.role, part.text];
    return "text" in part ? [part.type, part.text] : [part.type];
  });
  return hash("sha256", JSON.stringify([time, words]), "hex").slice(0, 16);
};

export const isAnswer = (part: Part): boolean => part.type === "text" && part.role === "assistant";
