import type { Manifest } from "#shared/model/manifest.ts";

/** What a prompt with this query would contain of memory. */
export type PromptRoom = {
  readonly taken: ReadonlySet<string>;
  readonly tokens: number;
  readonly exact: boolean;
  readonly budget: number | null;
};

/** Null when the profile has no memory layer, or a prompt would get no memories. */
export const roomOf = ({
  layers,
  segments,
  exact,
}: Pick<Manifest, "layers" | "segments" | "exact">): PromptRoom | null => {
  const layer = layers.find(({ id }) => id === "memory");
  const taken = new Set(
    segments
      .filter(({ layer: of, status }) => of === "memory" && status === "included")
      .map(({ id }) => id.replace(/^memory:/, "")),
  );
  return layer && taken.size > 0 ? { taken, tokens: layer.tokens, exact, budget: layer.budget } : null;
};

/** The last of these that a prompt would contain; null when it would contain all that follow, too. */
export const lastTaken = (
  hits: readonly { readonly id: string }[],
  room: PromptRoom | null,
): number | null => {
  const last = hits.findLastIndex(({ id }) => room?.taken.has(id));
  return last < 0 || last === hits.length - 1 ? null : last;
};
