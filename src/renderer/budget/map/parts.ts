import type { Manifest } from "#shared/model/manifest.ts";
import { type EffectItem, itemOf } from "#shared/model/prompt-effect.ts";
import { partsOf as partsIn, type PromptPart } from "#shared/model/prompt-part.ts";
import { t } from "../../ui/messages/index.ts";

/** A part of the prompt with the name it has on the screen. */
export type Part = PromptPart & {
  readonly title: string;
  /** Tokens that decide its size on the map, when its own number changes with what is sent. */
  readonly drawnAs?: number;
};

/** In the order of the prompt. The same manifest has the same parts, and an unchanged segment the same part. */
export const partsOf = (manifest: Manifest): readonly Part[] => {
  const known = partsByManifest.get(manifest);
  if (known) return known;
  const named = namedParts(partsIn(manifest));
  const parts = [...named, ...headersOf(named, manifest.exact)];
  partsByManifest.set(manifest, parts);
  return parts;
};

/** Tokens of everything that is not sent. */
export const leftOutTokens = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + part.missing, 0);

/** The name of a file, the kind of anything else, and the number of a group. */
export const nameOf = ({ id, layer, source, title, count }: EffectItem): string => {
  if (source === null) return t.budget.groups(layer, count, id);
  return (
    t.budget.segmentNames[id] ??
    (layer === "message" ? t.budget.layers["message"] : undefined) ??
    title ??
    source.slice(source.lastIndexOf("/") + 1)
  );
};

const partsByManifest = new WeakMap<Manifest, readonly Part[]>();
const titledParts = new WeakMap<PromptPart, Part>();

/** The list that was named last: while a limit is dragged, most parts stay the same at the same index. */
let last: { readonly parts: readonly PromptPart[]; readonly named: readonly Part[] } = {
  parts: [],
  named: [],
};

const namedParts = (parts: readonly PromptPart[]): readonly Part[] => {
  const before = last;
  const named = parts.map((part, index) => {
    const known = before.parts[index] === part ? before.named[index] : undefined;
    return known ?? titled(part);
  });
  last = { parts, named };
  return named;
};

const titled = (part: PromptPart): Part => {
  const known = titledParts.get(part);
  if (known) return known;
  const made = { ...part, title: nameOf(itemOf(part)) };
  titledParts.set(part, made);
  return made;
};

/** Headers and marks around the files of each layer, so that the parts of a layer add up to the layer. */
const headersOf = (parts: readonly Part[], exact: boolean): readonly Part[] => {
  const byLayer = new Map<string, { tokens: number; files: number }>();
  for (const { layer, path, framing } of parts) {
    if (path === null) continue;
    const sum = byLayer.get(layer);
    if (sum) {
      sum.tokens += framing;
      sum.files += 1;
    } else byLayer.set(layer, { tokens: framing, files: 1 });
  }
  return [...byLayer].flatMap(([layer, { tokens, files }]): Part[] =>
    tokens <= 0
      ? []
      : [
          {
            id: `${layer}/headers`,
            layer,
            title: t.budget.headers,
            path: null,
            fate: "in",
            reason: null,
            raw: tokens,
            sent: tokens,
            missing: 0,
            framing: 0,
            exact,
            removed: 0,
            priority: null,
            segments: [],
            drawnAs: files * HEADER_TOKENS,
          },
        ],
  );
};

/** Tokens that the line with a file's name takes, roughly. */
const HEADER_TOKENS = 8;
