import { LAYERS } from "#shared/model/layer.ts";

/** A layer keeps its colour wherever it is drawn. What no table knows is drawn as the system prompt is. */
export const layerColour = (layer: string): string =>
  `var(${LAYERS.find(({ id }) => id === layer)?.colour ?? "--l-system"})`;
