import { Scissors } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { usePage } from "./use-page.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./cut-band.module.css";

/** Where the next prompt ends this file. */
export const CutBand = () => {
  const { cutText, onWhy } = usePage();
  if (!cutText) return null;
  return (
    <div className={styles.band} role="note" data-cut-band>
      <Icon of={Scissors} size={14} />
      <span className={classes(ui.strong, ui.warn)}>{cutText.title}</span>
      <span className={classes(ui.muted, ui.num, ui.grow, ui.ellipsis)} title={cutText.size}>
        {cutText.size}
      </span>
      <Button size="small" onClick={onWhy}>
        {t.chat.why}
      </Button>
    </div>
  );
};

/** The very character. */
export const CutCaret = () => <span className={styles.caret} />;
