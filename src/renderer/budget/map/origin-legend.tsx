import type { Origin } from "#shared/model/origin.ts";
import { formatTokens } from "../../ui/format.ts";
import { t } from "../../ui/messages/index.ts";
import { originColour } from "../../ui/origin-colour.ts";
import { Swatch } from "../../ui/swatch.tsx";
import type { Part } from "./parts.ts";
import { tokensByOrigin } from "./part-origin.ts";
import { classes } from "../../ui/classes.ts";
import ui from "../../ui/basics.module.css";
import styles from "./origin-legend.module.css";

type Props = {
  parts: readonly Part[];
  exact: boolean;
  /** The origin that the table shows; null: all. */
  only: Origin | null;
  onOnly: (origin: Origin | null) => void;
};

const words = t.origins;

/** The prompt by origin: a bar to scale, and the same in words. A click shows only that origin in the table. */
export const OriginLegend = ({ parts, exact, only, onOnly }: Props) => {
  const shares = tokensByOrigin(parts);
  return (
    <div className={styles.origins} role="group" aria-label={words.legend}>
      <div className={styles.bar} aria-hidden="true">
        {shares.map(({ origin, tokens }) => (
          <i key={origin} style={{ flexGrow: tokens, background: originColour(origin) }} />
        ))}
      </div>
      <ul className={styles.list}>
        {shares.map(({ origin, tokens }) => (
          <li key={origin}>
            <button
              type="button"
              aria-pressed={only === origin}
              title={words.about[origin]}
              onClick={() => onOnly(only === origin ? null : origin)}
            >
              <Swatch of={originColour(origin)} />
              {words.names[origin]}
              <span className={classes(ui.num, ui.muted)}>{formatTokens(tokens, exact)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};
