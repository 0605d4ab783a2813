import { useStore } from "zustand";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { t } from "../ui/messages/index.ts";
import type { ImportersStore } from "./importers-store.ts";
import styles from "./import-dialog.module.css";

/** While something is read or written. */
export const WorkStep = ({ store, label }: { store: ImportersStore; label: string }) => {
  const share = useStore(store, (state) => state.share);
  return (
    <div className={styles.work}>
      <p>{label}</p>
      <progress className={styles.progress} aria-label={label} {...(share > 0 && { value: share })} max={1} />
      <Dialog.Actions>
        <Button onClick={() => store.getState().stop()}>{t.importers.stop}</Button>
      </Dialog.Actions>
    </div>
  );
};
