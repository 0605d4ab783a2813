import { X } from "lucide-react";
import { lazy, Suspense } from "react";
import { useStore } from "zustand";
import { Dialog } from "../ui/dialog.tsx";
import { closeHelp, help } from "../ui/help.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import styles from "./help-dialog.module.css";

/** Read when the guide is first opened: its text and its pictures are not needed to start. */
const HelpPane = lazy(() => import("./help-pane.tsx"));

/** The guide, over everything else, also over other dialogs. */
export const HelpDialog = () => {
  const isOpen = useStore(help, (state) => state.isOpen);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && closeHelp()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content
          className={styles.dialog}
          aria-describedby={undefined}
          // The guide moves the focus to the section that it shows.
          onOpenAutoFocus={(event) => event.preventDefault()}
        >
          <header className={styles.head}>
            <Dialog.Title>{t.help.title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton icon={X} label={t.close} />
            </Dialog.Close>
          </header>
          <Suspense
            fallback={
              <p className={ui.padded} role="status">
                {t.help.loading}
              </p>
            }
          >
            <HelpPane />
          </Suspense>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
