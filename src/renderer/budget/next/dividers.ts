import { layerOrder, LAYERS_BY_LIMIT } from "#shared/model/layer.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { Profile } from "#shared/model/profile.ts";
import { limitsOf, type PromptLimit } from "#shared/model/prompt-limit.ts";
import type { BarLayout } from "./bar-layout.ts";

/** A limit of the prompt on the bar. */
export type Divider = PromptLimit & {
  /** Position on the bar, in pixels. */
  readonly x: number;
  /** 1 when moving right adds tokens; -1 for the reserve for the answer, which then gets smaller. */
  readonly direction: 1 | -1;
};

export const dividersOf = (manifest: Manifest, profile: Profile, layout: BarLayout): readonly Divider[] =>
  limitsOf(manifest, profile).flatMap((limit): Divider[] => {
    if (limit.id === "reserved") return [{ ...limit, x: layout.reservedX, direction: -1 }];
    const x = endOf(layout, LAYERS_BY_LIMIT.get(limit.id) ?? [], limit.isReached);
    return x === null ? [] : [{ ...limit, x, direction: 1 }];
  });

/** The limit after the pointer has dragged the divider by `dx` pixels. */
export const draggedValue = (divider: Divider, layout: BarLayout, dx: number): number => {
  const moved = divider.value + divider.direction * layout.tokens(dx);
  return Math.round(Math.min(upTo(divider), Math.max(divider.least, moved)));
};

/** The limit after a key: arrow keys are small steps, Page Up and Page Down large ones, Home and End the ends. */
export const keyedValue = (divider: Divider, key: string, now: number): number | null => {
  const step = niceStep(divider.max);
  // The right arrow moves the line to the right, which makes the reserve for the answer smaller.
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: divider.direction * step,
    ArrowLeft: -divider.direction * step,
    ArrowUp: step,
    ArrowDown: -step,
    PageUp: 10 * step,
    PageDown: -10 * step,
  };
  if (key === "Home") return divider.least;
  if (key === "End") return upTo(divider);
  const change = steps[key];
  return change === undefined ? null : Math.min(upTo(divider), Math.max(divider.least, now + change));
};

const upTo = ({ id, all, max, value }: Divider) => (id === "reserved" ? max : Math.max(all, value));

const niceStep = (max: number) => (max <= 8_192 ? 20 : max <= 40_960 ? 100 : 500);

/**
 * When a limit leaves nothing of a layer, its divider is where the layer would begin, so that it can be dragged
 * back.
 */
const endOf = (layout: BarLayout, layers: readonly string[], isReached: boolean): number | null => {
  const own = layout.pieces.findLast((piece) => layers.includes(piece.layer));
  if (own) return own.x + own.width;
  if (!isReached) return null;
  const place = Math.min(...layers.map(layerOrder));
  const before = layout.pieces.findLast(({ layer }) => layerOrder(layer) < place);
  return before ? before.x + before.width : 0;
};
