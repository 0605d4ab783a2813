import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import { t } from "../ui/messages/index.ts";
import { Switch } from "../ui/switch.tsx";
import { told } from "../ui/told.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { MembersList } from "./members-list.tsx";
import type { Space, TeamStore } from "./team-state.ts";
import ui from "../ui/basics.module.css";
import styles from "./team-section.module.css";

type Props = { store: TeamStore; space: Space; folder: string | null; onOpen: () => void };

const words = t.team.settings;
const chipOf = { unknown: "plain", here: "ok", away: "warn" } as const;

/** One space: its state, whether the project uses it, and who is in it. */
export const SpaceCard = ({ store, space, folder, onOpen }: Props) => {
  const { use } = store.getState();
  const [members, setMembers] = useState(false);
  const [asking, setAsking] = useState<"invite" | "leave" | null>(null);
  const isUsed = folder !== null && space.folders.includes(folder);
  const close = () => setAsking(null);
  return (
    <>
      <div className={styles.head}>
        <div className={ui.grow}>
          <div className={ui.strong}>
            {space.name} <Chip kind={chipOf[space.server]}>{t.team.states[space.server]}</Chip>
          </div>
          <div className={classes(ui.muted, ui.small, styles.address)}>
            {words.yourRole(space.memberName, t.team.roles[space.role])} · {space.address}
          </div>
          {space.problem && (
            <div className={classes(ui.small, ui.bad)} role="alert">
              {space.problem.message}
            </div>
          )}
          <div className={classes(ui.small, ui.num)} role="status">
            {space.waiting > 0 && <div className={ui.muted}>{t.team.waiting(space.waiting)}</div>}
            {space.refused > 0 && <div className={ui.warn}>{t.team.refused(space.refused)}</div>}
          </div>
        </div>
        <Button size="small" onClick={onOpen}>
          {words.open}
        </Button>
        <Button size="small" aria-expanded={members} onClick={() => setMembers(!members)}>
          {members ? t.team.members.hide : t.team.members.show}
        </Button>
        {space.role === "owner" && (
          <Button size="small" onClick={() => setAsking("invite")}>
            {t.team.invite.open}
          </Button>
        )}
        <Button size="small" kind="quiet" onClick={() => setAsking("leave")}>
          {words.leave}
        </Button>
      </div>
      {folder !== null && (
        <div className={styles.use}>
          <div className={ui.grow}>
            <div>{words.use(space.name)}</div>
            <div className={classes(ui.muted, ui.small)}>{words.projectText}</div>
          </div>
          <Switch
            aria-label={words.use(space.name)}
            checked={isUsed}
            onChange={(event) => told(use(event.currentTarget.checked ? space.space : null))}
          />
        </div>
      )}
      <p className={classes(ui.muted, ui.small, styles.address)}>
        {space.folders.length === 0 ? words.usedByNone : words.usedBy(space.folders)}
      </p>
      {members && <MembersList key={space.role} store={store} space={space} />}
      {asking === "invite" && <InviteDialog store={store} space={space} onClose={close} />}
      {asking === "leave" && <LeaveDialog store={store} space={space} onClose={close} />}
    </>
  );
};
