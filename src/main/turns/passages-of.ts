import { layersWhere } from "#shared/model/layer.ts";
import type { Message, Segment } from "#shared/model/manifest.ts";
import type { Passage } from "../providers/provider.ts";

/** Layers with texts that the user wrote or received. The others contain instructions for the agent. */
const OWN = layersWhere(({ limit, holds }) => limit === "files" || holds === "memories");

/** The user's own texts in the messages, by source: for the provider that answers with passages. */
export const passagesOf = (messages: readonly Message[], segments: readonly Segment[]): Passage[] =>
  segments.flatMap(({ layer, message, range, source }) => {
    if (message === null || range === null || !OWN.has(layer)) return [];
    const text = bare(messages[message]?.content.slice(...range) ?? "", source);
    return text === "" ? [] : [{ source, text }];
  });

/** Without what the profile added in front: the line with a hit's origin, the header with the file's name. */
const bare = (text: string, source: string): string => {
  const name = source.slice(source.lastIndexOf("/") + 1);
  const own = text
    .replace(/^\s*## Relevant memory\s*\n/, "")
    .trim()
    .replace(/^- \[[^\]\n]*\] /, "");
  return own.startsWith(`## ${name}\n`) ? own.slice(name.length + 4).trim() : own;
};
