import { useEffect, useState } from "react";
import { TEAM_ROLES, type TeamMember, type TeamRole } from "#shared/model/team.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { failureText } from "../ui/failure-text.ts";
import { Select } from "../ui/field.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { told } from "../ui/told.ts";
import { formatWhen } from "../ui/when.ts";
import type { Space, TeamStore } from "./team-state.ts";
import ui from "../ui/basics.module.css";
import styles from "./team-section.module.css";

type Props = { store: TeamStore; space: Space };

const words = t.team.members;

/** Who is in a space, with which role. Only an owner changes that, and the server checks it. */
export const MembersList = ({ store, space }: Props) => {
  const [members, setMembers] = useState<readonly TeamMember[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [removing, setRemoving] = useState<TeamMember | null>(null);
  const read = () => {
    setFailure(null);
    store
      .getState()
      .membersOf(space.space)
      .then(setMembers, (error: unknown) => setFailure(failureText(error)));
  };
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- Reads again when the space says that it changed.
  useEffect(read, [space]);
  if (failure !== null && members === null)
    return <FailedState title={words.title(space.name)} failure={failure} onRetry={read} />;
  if (members === null) return <Skeleton label={words.title(space.name)} rows={3} />;
  const own = members.find(({ id }) => id === space.member);
  const isOwner = (own?.role ?? space.role) === "owner";
  const change = (member: TeamMember, role: TeamRole) =>
    told(
      store
        .getState()
        .setRole(space.space, member.id, role)
        .then(() => notify(words.roleIs(member.name, t.team.roles[role])))
        .finally(read),
    );
  return (
    <>
      <ul className={styles.members} aria-label={words.title(space.name)}>
        {members.map((member) => (
          <li key={member.id} className={styles.member}>
            <div className={ui.grow}>
              {member.name}
              {member.id === space.member && <span className={ui.muted}> ({words.you})</span>}
              <span className={classes(ui.muted, ui.small)}>
                {" "}
                {member.leftAt === null
                  ? words.since(formatWhen(member.joinedAt))
                  : words.gone(formatWhen(member.leftAt))}
              </span>
            </div>
            {isOwner && member.leftAt === null ? (
              <Select
                aria-label={words.role(member.name)}
                value={member.role}
                onChange={(event) => change(member, event.currentTarget.value as TeamRole)}
              >
                {TEAM_ROLES.map((role) => (
                  <option key={role} value={role} title={t.team.rolesText[role]}>
                    {t.team.roles[role]}
                  </option>
                ))}
              </Select>
            ) : (
              <span className={ui.muted}>{t.team.roles[member.role]}</span>
            )}
            {isOwner && member.leftAt === null && member.id !== space.member && (
              <Button
                size="small"
                kind="quiet"
                aria-label={words.removeOf(member.name)}
                onClick={() => setRemoving(member)}
              >
                {words.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {removing && (
        <RemoveDialog
          name={removing.name}
          onRemove={() => {
            setRemoving(null);
            told(
              store
                .getState()
                .removeMember(space.space, removing.id)
                .then(() => notify(words.removed(removing.name)))
                .finally(read),
            );
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
};

type RemoveProps = { name: string; onRemove: () => void; onClose: () => void };

const RemoveDialog = ({ name, onRemove, onClose }: RemoveProps) => (
  <Dialog.Root open onOpenChange={onClose}>
    <Dialog.Portal>
      <Dialog.Overlay />
      <Dialog.Content>
        <Dialog.Title>{words.removeTitle(name)}</Dialog.Title>
        <Dialog.Description>{words.removeText}</Dialog.Description>
        <Dialog.Actions>
          <Dialog.Close asChild>
            <Button>{t.cancel}</Button>
          </Dialog.Close>
          <Button kind="primary" onClick={onRemove}>
            {words.remove}
          </Button>
        </Dialog.Actions>
      </Dialog.Content>
    </Dialog.Portal>
  </Dialog.Root>
);
