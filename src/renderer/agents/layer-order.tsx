import { LAYERS } from "#shared/model/layer.ts";
import { ArrowDown, ArrowUp } from "lucide-react";
import { IconButton } from "../ui/icon-button.tsx";
import { layerColour } from "../ui/layer-colour.ts";
import { t } from "../ui/messages/index.ts";
import { Swatch } from "../ui/swatch.tsx";
import formStyles from "./form.module.css";
import ui from "../ui/basics.module.css";
import styles from "./layer-order.module.css";

type Layer = { readonly id: string; readonly role: string };

const nameOf = (id: string): string => t.budget.layers[id] ?? id;

type Props = { layers: readonly Layer[]; readOnly: boolean; onMove: (layers: readonly Layer[]) => void };

/** The order of the layers in a prompt; it can be changed, but no layer can be removed. */
export const LayerOrder = ({ layers, readOnly, onMove }: Props) => {
  const swap = (index: number, step: 1 | -1) => {
    const next = [...layers];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(index + step, 0, moved);
    onMove(next);
  };
  return (
    <fieldset className={formStyles.form}>
      <legend>{t.agents.profiles.layers}</legend>
      <ol className={styles.layerOrder}>
        {layers.map(({ id, role }, index) => (
          <li key={id} className={ui.row}>
            <Swatch of={layerColour(id)} spaced />
            <span className={ui.grow}>
              <span className={ui.strong}>{nameOf(id)}</span>
              <span className={styles.layerAbout}>
                {LAYERS.find((layer) => layer.id === id)?.about}
                {role !== "system" && ` ${t.agents.profiles.roles[role] ?? role}.`}
              </span>
            </span>
            {!readOnly && (
              <>
                <IconButton
                  icon={ArrowUp}
                  label={t.agents.profiles.up(nameOf(id))}
                  disabled={index === 0}
                  onClick={() => swap(index, -1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={t.agents.profiles.down(nameOf(id))}
                  disabled={index === layers.length - 1}
                  onClick={() => swap(index, 1)}
                />
              </>
            )}
          </li>
        ))}
      </ol>
    </fieldset>
  );
};
