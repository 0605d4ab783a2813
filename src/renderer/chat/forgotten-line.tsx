import { EyeOff } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import { useChatActions } from "./chat-actions.ts";
import type { Forgotten } from "./forgotten.ts";
import styles from "./compaction-line.module.css";

/** Above this line are turns that the model does not read at all. */
export const ForgottenLine = ({ turns, window, noSummary }: Forgotten) => {
  const { summarise, showLastRun } = useChatActions();
  const words = t.chat.forgotten;
  const name = words.line(turns.from, turns.to);
  return (
    <section className={styles.compaction} aria-label={name}>
      <div className={classes(styles.compactionLine, styles.forgotten, ui.num)}>
        <Icon of={EyeOff} size={14} />
        <span className={ui.strong}>{name}</span>
      </div>
      <div className={styles.forgottenWhy}>
        <span className={ui.grow}>
          {window === null ? words.rule : words.window(formatCount(window))}{" "}
          {noSummary !== null && words.noSummary(noSummary)}
        </span>
        <Button size="small" onClick={summarise}>
          {words.summarise}
        </Button>
        <Button size="small" kind="quiet" onClick={showLastRun}>
          {words.why}
        </Button>
      </div>
    </section>
  );
};
