import { useStore } from "zustand";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { t } from "../ui/messages/index.ts";
import { byFile, keyOfPlace } from "./file-edits.ts";
import type { MendStore } from "./mend-store.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./mend-dialog.module.css";

/** Asks whether links and mentions follow a file that got another path; each can be left as it is. */
export const MendDialog = ({ store }: { store: MendStore }) => {
  const { offer, leftOut, toggle, close, mend } = useStore(store);
  if (!offer) return null;
  const { mentions, name, truncated, unread } = offer;
  const chosen = mentions.filter((place) => !leftOut.has(keyOfPlace(place))).length;
  return (
    <Dialog.Root open onOpenChange={(next) => next || close()}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content className={styles.dialog}>
          <Dialog.Title>{t.files.mend.title(name)}</Dialog.Title>
          <Dialog.Description>{t.files.mend.text(truncated, unread)}</Dialog.Description>
          <ul className={styles.files} aria-label={t.files.mend.places}>
            {byFile(mentions).map(([path, places]) => (
              <li key={path}>
                <label className={styles.file}>
                  <input
                    type="checkbox"
                    checked={places.some((place) => !leftOut.has(keyOfPlace(place)))}
                    onChange={() => toggle(places)}
                  />
                  <span className={classes(ui.ellipsis, ui.grow)}>{path}</span>
                  <span className={classes(ui.quiet, ui.num)}>{places.length}</span>
                </label>
                {places.map((place) => (
                  <label key={keyOfPlace(place)} className={styles.place} title={place.text}>
                    <input
                      type="checkbox"
                      checked={!leftOut.has(keyOfPlace(place))}
                      onChange={() => toggle([place])}
                    />
                    <span className={classes(ui.quiet, ui.num)}>{place.line}</span>
                    <span className={classes(ui.ellipsis, ui.grow)}>
                      <del>{place.before}</del> <ins>{place.after}</ins>
                    </span>
                  </label>
                ))}
              </li>
            ))}
          </ul>
          <Dialog.Actions>
            <Dialog.Close asChild>
              <Button>{t.files.mend.leave}</Button>
            </Dialog.Close>
            <Button kind="primary" disabled={chosen === 0} onClick={() => void mend()}>
              {t.files.mend.button(chosen)}
            </Button>
          </Dialog.Actions>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
