import { X } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { useStore } from "zustand";
import { Boundary } from "../ui/boundary.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { closeHelp, help, returnFocus } from "../ui/help.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import styles from "./help-dialog.module.css";

const load = () => import("./help-pane.tsx");

/** Read after the start: its text is not needed for it. */
const HelpPane = lazy(load);

/** Time for everything that the window needs first. Later the core may be gone, and with it what it serves. */
const AFTER_START_MS = 4_000;

const useLoadedLater = () =>
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), AFTER_START_MS);
    return () => clearTimeout(timer);
  }, []);

/** The guide, over everything else, also over other dialogs. */
export const HelpDialog = () => {
  const isOpen = useStore(help, (state) => state.isOpen);
  useLoadedLater();
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && closeHelp()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content
          className={styles.dialog}
          aria-describedby={undefined}
          // The guide moves the focus to the section that it shows.
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
          }}
        >
          <header className={styles.head}>
            <Dialog.Title>{t.help.title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton icon={X} label={t.close} />
            </Dialog.Close>
          </header>
          <Boundary instead={<Said words={t.help.failed} />}>
            <Suspense fallback={<Said words={t.help.loading} />}>
              <HelpPane />
            </Suspense>
          </Boundary>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

const Said = ({ words }: { words: string }) => (
  <p className={ui.padded} role="status">
    {words}
  </p>
);
