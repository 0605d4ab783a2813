import type { Manifest } from "#shared/model/manifest.ts";
import { layerColour } from "./layer-colour.ts";

/** The model's window to scale: layers in order, what is free, what is kept for the answer. */
export const WindowBar = ({ manifest }: { manifest: Manifest }) => {
  const { max, reservedOutput } = manifest.window;
  const share = (tokens: number) => `${(100 * tokens) / Math.max(1, max)}%`;
  return (
    <div className="window-bar" aria-hidden="true">
      {manifest.layers
        .filter((layer) => layer.tokens > 0)
        .map((layer) => (
          <i key={layer.id} style={{ width: share(layer.tokens), background: layerColour(layer.id) }} />
        ))}
      <i className="window-free" style={{ flex: 1 }} />
      <i className="window-reserved" style={{ width: share(reservedOutput) }} />
    </div>
  );
};
