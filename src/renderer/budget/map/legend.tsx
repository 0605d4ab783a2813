import { isCountedOnly, LAYERS } from "#shared/model/layer.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { formatTokens } from "../../ui/format.ts";
import { layerColour } from "../../ui/layer-colour.ts";
import { t } from "../../ui/messages/index.ts";
import { Swatch } from "../../ui/swatch.tsx";
import ui from "../../ui/basics.module.css";
import styles from "./legend.module.css";

/** Every layer with its tokens, and the change by what is tried. */
export const Legend = ({ shown, saved }: { shown: Manifest; saved: Manifest }) => (
  <dl className={styles.legend}>
    {shown.layers
      .filter(({ id, tokens }) => !isCountedOnly(id) && (tokens > 0 || wasThere(saved, id)))
      .map(({ id, title, tokens }) => (
        <div key={id} title={aboutOf(id)}>
          <dt>
            <Swatch of={layerColour(id)} />
            {t.budget.layers[id] ?? title}
          </dt>
          <dd className={ui.num}>
            {formatTokens(tokens, shown.exact)}
            <Change by={tokens - tokensOf(saved, id)} exact={shown.exact && saved.exact} />
          </dd>
        </div>
      ))}
  </dl>
);

const aboutOf = (layer: string) => LAYERS.find(({ id }) => id === layer)?.about;

export const Change = ({ by, exact }: { by: number; exact: boolean }) =>
  by === 0 ? null : <span className={ui.accent}>{` ${signed(by, exact)}`}</span>;

/** `−1,200`, and `−~1,200` where one of both counts is an estimate. */
export const signed = (count: number, exact: boolean): string =>
  `${count < 0 ? "−" : "+"}${formatTokens(Math.abs(count), exact)}`;

const tokensOf = (manifest: Manifest, layer: string) =>
  manifest.layers.find(({ id }) => id === layer)?.tokens ?? 0;

const wasThere = (manifest: Manifest, layer: string) => tokensOf(manifest, layer) > 0;
