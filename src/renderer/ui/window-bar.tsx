import type { Manifest } from "#shared/model/manifest.ts";
import { layerColour } from "./layer-colour.ts";
import styles from "./window-bar.module.css";

/** The model's window to scale: layers in order, the free part, the part reserved for the answer. */
export const WindowBar = ({ manifest }: { manifest: Manifest }) => {
  const { max, reservedOutput } = manifest.window;
  const share = (tokens: number) => `${(100 * tokens) / Math.max(1, max)}%`;
  return (
    <div className={styles.windowBar} aria-hidden="true">
      {manifest.layers
        .filter((layer) => layer.tokens > 0)
        .map((layer) => (
          <i key={layer.id} style={{ width: share(layer.tokens), background: layerColour(layer.id) }} />
        ))}
      <i className={styles.windowFree} style={{ flex: 1 }} />
      <i className={styles.windowReserved} style={{ width: share(reservedOutput) }} />
    </div>
  );
};
