import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAttempt } from "../ui/use-attempt.ts";
import type { Space, TeamStore } from "./team-state.ts";
import ui from "../ui/basics.module.css";
import styles from "./share-dialog.module.css";

type Props = { store: TeamStore; space: Space; onClose: () => void };

const words = t.team.settings;

export const LeaveDialog = ({ store, space, onClose }: Props) => {
  const [onlyHere, setOnlyHere] = useState(false);
  const { working, failure, attempt } = useAttempt();
  const leave = () =>
    attempt(async () => {
      await store.getState().leave(space.space, onlyHere);
      notify(words.left(space.name));
      onClose();
    });
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content>
          <Dialog.Title>{words.leaveTitle(space.name)}</Dialog.Title>
          <Dialog.Description>{onlyHere ? words.leaveHereText : words.leaveText}</Dialog.Description>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void leave();
            }}
          >
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={onlyHere}
                onChange={(event) => setOnlyHere(event.currentTarget.checked)}
              />
              {words.leaveHere}
            </label>
            {!onlyHere && space.waiting > 0 && (
              <p className={classes(ui.small, ui.warn)}>{t.team.waiting(space.waiting)}</p>
            )}
            {failure && (
              <Problem failure={failure} role="alert">
                {failure}
              </Problem>
            )}
            <Dialog.Actions>
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button kind="primary" type="submit" disabled={working}>
                {words.leave}
              </Button>
            </Dialog.Actions>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
