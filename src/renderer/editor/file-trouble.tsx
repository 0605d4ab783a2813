import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import type { EditorStore } from "./editor-store.ts";
import type { Tab } from "./tab.ts";
import { Problem } from "../ui/problem.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import editorBandStyles from "./editor-band.module.css";
import styles from "./file-trouble.module.css";

/** What is wrong with the open file, and what can be done. */
export const FileTrouble = ({ tab, store }: { tab: Tab; store: EditorStore }) => {
  const { close, save, retry } = store.getState();
  if (tab.state === "failed") {
    return (
      <div className={styles.fileTrouble} role="alert">
        <Problem failure={tab.failure ?? null}>
          <span className={ui.strong}>{t.editor.openFailed(tab.name)}</span>{" "}
          <span className={ui.muted}>{tab.failure}</span>
          <div className={ui.row}>
            <Button size="small" onClick={() => retry(tab.path)}>
              {t.editor.tryAgain}
            </Button>
            <Button size="small" kind="quiet" onClick={() => close(tab.path)}>
              {t.editor.close}
            </Button>
          </div>
        </Problem>
      </div>
    );
  }
  if (tab.readOnlyWhy !== null) {
    return (
      <div className={editorBandStyles.editorBand} role="note">
        <span className={ui.muted}>{tab.readOnlyWhy}</span>
      </div>
    );
  }
  if (tab.state !== "removed") return null;
  return (
    <div className={editorBandStyles.editorBand} role="alert">
      <span className={ui.strong}>{t.editor.removed(tab.name)}</span>
      <span className={classes(ui.muted, ui.grow, ui.ellipsis)} title={t.editor.removedText}>
        {t.editor.removedText}
      </span>
      <Button size="small" onClick={() => void save(tab.path)}>
        {t.editor.keep}
      </Button>
      <Button size="small" kind="quiet" onClick={() => close(tab.path)}>
        {t.editor.close}
      </Button>
    </div>
  );
};
