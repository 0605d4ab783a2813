import { LAYERS } from "#shared/model/layer.ts";

/** A layer has the same colour wherever it is drawn. Unknown layers are drawn like the system prompt. */
export const layerColour = (layer: string): string =>
  `var(${LAYERS.find(({ id }) => id === layer)?.colour ?? "--l-system"})`;
