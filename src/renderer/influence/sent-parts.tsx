import { RefreshCw } from "lucide-react";
import { classes } from "../ui/classes.ts";
import { formatTokens } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { layerColour } from "../ui/layer-colour.ts";
import { t } from "../ui/messages/index.ts";
import { Swatch } from "../ui/swatch.tsx";
import ui from "../ui/basics.module.css";
import type { AgainPart } from "./again-view.tsx";
import type { Prepared } from "./use-moved.ts";
import styles from "./moved-tab.module.css";

type Props = { parts: Prepared["sent"]; onAgain: (part: AgainPart) => void };

/** Everything that can be left out, before anything was measured. */
export const SentParts = ({ parts, onAgain }: Props) => (
  <ul className={styles.sent} aria-label={t.influence.movedTab.parts}>
    {parts.map((part) => (
      <li key={part.id} className={ui.row}>
        <Swatch of={layerColour(part.layer)} spaced />
        <span className={classes(ui.ellipsis, ui.grow)} title={part.source}>
          {part.title}
        </span>
        <span className={classes(ui.num, ui.muted, ui.small)}>{formatTokens(part.tokens, false)}</span>
        <IconButton
          icon={RefreshCw}
          size={13}
          label={t.influence.movedTab.againWithoutPart(part.title)}
          onClick={() => onAgain(part)}
        />
      </li>
    ))}
  </ul>
);
