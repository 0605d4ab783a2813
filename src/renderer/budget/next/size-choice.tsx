import { useMemo, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { t } from "../../ui/messages/index.ts";
import type { RestingState } from "../budget-state.ts";
import { Choice } from "../choice.tsx";
import { MAP_SIZES, type MapSize, sizedParts } from "../map/map-size.ts";
import type { Part } from "../map/parts.ts";
import { useMeasured } from "../use-measured.ts";
import { useMoved } from "../use-moved.ts";
import { barLayout } from "./bar-layout.ts";

/** The parts in the size that was chosen, and what is known about what moved the last answer. */
export const useMapSize = (
  client: Client,
  { question, models }: RestingState,
  manifest: Manifest | null,
  parts: readonly Part[],
) => {
  const [chosen, setSize] = useState<MapSize>("disk");
  const { lastTurn } = useMeasured(client, question.session ?? null);
  const moved = useMoved(client, lastTurn?.run ?? null);
  // What moved one answer is not known of the next.
  const size = chosen === "moved" && moved.size === 0 ? "disk" : chosen;
  const price = models.find(({ id }) => id === manifest?.model)?.price ?? null;
  const cachedShare = price && price.input > 0 ? price.cachedInput / price.input : 0;
  const sized = useMemo(() => {
    if (!manifest || size === "disk") return parts;
    const prefix = barLayout(manifest, 1).prefix.tokens;
    return sizedParts(parts, size, { manifest, prefix, cachedShare, moved });
  }, [parts, size, manifest, cachedShare, moved]);
  return { size, setSize, sized, moved };
};

type Props = { size: MapSize; hasMoved: boolean; onSize: (size: MapSize) => void };

/** What the size of a tile means. */
export const SizeChoice = ({ size, hasMoved, onSize }: Props) => (
  <Choice
    label={t.budget.mapSize.label}
    value={size}
    options={MAP_SIZES.filter((value) => value !== "moved" || hasMoved).map((value) => ({
      value,
      label: t.budget.mapSize.names[value],
    }))}
    onChange={(value) => onSize(value as MapSize)}
  />
);
