import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import type { EditorStore } from "./editor-store.ts";
import type { Tab } from "./tab.ts";

/** What is wrong with the open file, and the ways out. */
export const FileTrouble = ({ tab, store }: { tab: Tab; store: EditorStore }) => {
  const { close, save, retry } = store.getState();
  if (tab.state === "failed") {
    return (
      <div className="file-trouble" role="alert">
        <div className="trouble">
          <span className="b">{t.editor.openFailed(tab.name)}</span> <span className="m">{tab.failure}</span>
          <div className="row">
            <Button size="small" onClick={() => retry(tab.path)}>
              {t.editor.tryAgain}
            </Button>
            <Button size="small" kind="quiet" onClick={() => close(tab.path)}>
              {t.editor.close}
            </Button>
          </div>
        </div>
      </div>
    );
  }
  if (tab.readOnlyWhy !== null) {
    return (
      <div className="editor-band" role="note">
        <span className="m">{tab.readOnlyWhy}</span>
      </div>
    );
  }
  if (tab.state !== "removed") return null;
  return (
    <div className="editor-band" role="alert">
      <span className="b">{t.editor.removed(tab.name)}</span>
      <span className="m grow ell" title={t.editor.removedText}>
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
