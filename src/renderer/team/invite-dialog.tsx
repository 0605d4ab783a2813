import { useState } from "react";
import { TEAM_ROLES, type TeamRole } from "#shared/model/team.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Input, Select, TextArea } from "../ui/field.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAttempt } from "../ui/use-attempt.ts";
import type { Space, TeamStore } from "./team-state.ts";
import ui from "../ui/basics.module.css";
import styles from "./team-section.module.css";

type Props = { store: TeamStore; space: Space; onClose: () => void };

const words = t.team.invite;
const DEFAULT_DAYS = 7;
const MAX_DAYS = 30;

/** The line is shown once, to be handed over. */
export const InviteDialog = ({ store, space, onClose }: Props) => {
  const [role, setRole] = useState<TeamRole>("member");
  const [days, setDays] = useState(DEFAULT_DAYS);
  const [line, setLine] = useState<string | null>(null);
  const { working, failure, attempt } = useAttempt();
  const make = () => attempt(async () => setLine(await store.getState().invite(space.space, role, days)));
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => notify(words.copied),
      () => notify(words.notCopied, { kind: "bad" }),
    );
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content>
          <Dialog.Title>{words.title(space.name)}</Dialog.Title>
          <Dialog.Description>{line === null ? words.text : words.ends(days)}</Dialog.Description>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (line !== null) copy(line);
              else if (!working) void make();
            }}
          >
            {line === null ? (
              <>
                <label className={styles.field}>
                  <span>{words.role}</span>
                  <Select value={role} onChange={(event) => setRole(event.currentTarget.value as TeamRole)}>
                    {TEAM_ROLES.map((each) => (
                      <option key={each} value={each}>
                        {t.team.roles[each]}
                      </option>
                    ))}
                  </Select>
                  <span className={classes(ui.muted, ui.small)}>{t.team.rolesText[role]}</span>
                </label>
                <label className={styles.field}>
                  <span>{words.days}</span>
                  <Input
                    type="number"
                    min={1}
                    max={MAX_DAYS}
                    required
                    value={days}
                    onChange={(event) => setDays(event.currentTarget.valueAsNumber || DEFAULT_DAYS)}
                  />
                </label>
              </>
            ) : (
              <TextArea
                aria-label={words.line}
                className={styles.line}
                readOnly
                rows={5}
                value={line}
                onFocus={(event) => event.currentTarget.select()}
              />
            )}
            {failure && (
              <Problem failure={failure} role="alert">
                {failure}
              </Problem>
            )}
            <Dialog.Actions>
              <Button onClick={onClose}>{line === null ? t.cancel : t.close}</Button>
              <Button kind="primary" type="submit" disabled={working}>
                {line === null ? words.make : words.copy}
              </Button>
            </Dialog.Actions>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
