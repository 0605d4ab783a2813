import { failureSentence } from "../../ui/failure-text.ts";
import { Button } from "../../ui/button.tsx";
import { formatCount, formatTokens } from "../../ui/format.ts";
import { t } from "../../ui/messages/index.ts";
import type { Trouble } from "../preview-prompt.ts";
import { Problem } from "../../ui/problem.tsx";
import { classes } from "../../ui/classes.ts";
import ui from "../../ui/basics.module.css";
import styles from "./too-small.module.css";

/** Says why what is tried cannot be sent, and offers to return to the saved settings. */
export const TooSmall = ({ trouble, onBack }: { trouble: Trouble; onBack: (() => void) | null }) => {
  const facts = factsOf(trouble);
  return (
    <Problem topic="tooSmall" className={styles.nextTrouble} role="alert">
      <div className={ui.strong}>{facts ? t.budget.tooSmall : t.budget.failed}</div>
      <div className={ui.muted}>
        {facts
          ? t.budget.tooSmallText(formatTokens(facts.needed, facts.exact), formatCount(facts.usable))
          : failureSentence(trouble)}
      </div>
      {facts && (
        <ul className={classes(ui.small, ui.muted, ui.num)}>
          {facts.largest.map(({ source, tokens }) => (
            <li key={source}>
              {source} {formatTokens(tokens, facts.exact)}
            </li>
          ))}
        </ul>
      )}
      {onBack && (
        <div className={ui.row}>
          <Button size="small" onClick={onBack}>
            {t.budget.backToSaved}
          </Button>
        </div>
      )}
    </Problem>
  );
};

type Facts = {
  readonly needed: number;
  readonly usable: number;
  readonly exact: boolean;
  readonly largest: readonly { readonly source: string; readonly tokens: number }[];
};

const factsOf = ({ code, detail }: Trouble): Facts | null =>
  code === "window-too-small" && typeof detail === "object" && detail !== null ? (detail as Facts) : null;
