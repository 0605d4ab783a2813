import { type ComponentType, useState } from "react";
import {
  MAX_TEAM_TEXT_BYTES,
  type TeamEffect,
  type TeamItem,
  type TeamProposal,
  type TeamRole,
} from "#shared/model/team.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import { TextArea } from "../ui/field.tsx";
import { t } from "../ui/messages/index.ts";
import { told } from "../ui/told.ts";
import { formatWhen } from "../ui/when.ts";
import { ProposalEffects } from "./proposal-effects.tsx";
import { FoldedText } from "./folded-text.tsx";
import { decides, nameOf } from "./team-words.ts";
import ui from "../ui/basics.module.css";
import { TeamOrigin } from "./team-origin.tsx";
import styles from "./team-pane.module.css";

/** Two texts, compared by the editor. */
export type DiffProps = {
  name: string;
  before: string;
  after: string;
  labels: { readonly before: string; readonly after: string };
};

type Props = {
  proposal: TeamProposal;
  /** What it would change, as the space has it now; null: something new. */
  present: TeamItem | null;
  role: TeamRole;
  /** The user proposed it. */
  isOwn: boolean;
  Diff: ComponentType<DiffProps>;
  /** What it would do to the prompts of the open project; null: not known. */
  effects: readonly TeamEffect[] | null;
  /** The whole texts, of which a list has only the beginnings. */
  readWhole: () => Promise<string | null>;
  readPresent: () => Promise<string | null>;
  onAccept: (body?: string) => void;
  onDecline: () => void;
  onCompare: () => void;
};

const words = t.team.inbox;

/** Who proposes what, from where, and for which place; and the decision. */
export const ProposalCard = (props: Props) => {
  const { proposal, present, role, isOwn, Diff, effects, readWhole, readPresent } = props;
  const { onAccept, onDecline, onCompare } = props;
  const { authorName, madeAt, kind, body, place, origin, forAll, baseVersion, bytes, isCut } = proposal;
  const [edited, setEdited] = useState<string | null>(null);
  const [compared, setCompared] = useState<{ readonly before: string; readonly after: string } | null>(null);
  const isOld = present !== null && present.version !== baseVersion;
  const name = nameOf(proposal);
  const whole = async () => (isCut ? ((await readWhole()) ?? body) : body);
  const edit = () => {
    if (edited !== null) setEdited(null);
    else told(whole().then(setEdited));
  };
  const compare = () => {
    if (compared) return setCompared(null);
    told(
      Promise.all([readPresent(), whole()]).then(([before, after]) =>
        setCompared({ before: before ?? "", after }),
      ),
    );
  };
  return (
    <li className={styles.card} aria-label={name}>
      <div className={classes(styles.facts, ui.muted, ui.small)}>
        <Chip>{t.team.kinds[kind]}</Chip>
        <span>{words.by(authorName, formatWhen(madeAt))}</span>
        <TeamOrigin origin={origin} />
        {forAll && <Chip kind="warn">{words.forAll}</Chip>}
      </div>
      {(proposal.path ?? proposal.heading) !== "" && <h2 className={ui.strong}>{name}</h2>}
      {present && (
        <p className={classes(ui.small, isOld ? ui.warn : ui.muted)}>
          {words.changes(nameOf(present), baseVersion ?? present.version)}
          {isOld && ` ${words.changedSince(present.version)}`}
        </p>
      )}
      {edited === null ? (
        <FoldedText text={body} bytes={isCut ? bytes : null} readWhole={readWhole} />
      ) : (
        <TextArea
          aria-label={words.text}
          autoFocus
          value={edited}
          rows={Math.min(16, edited.split("\n").length + 2)}
          maxLength={MAX_TEAM_TEXT_BYTES}
          onChange={(event) => setEdited(event.currentTarget.value)}
        />
      )}
      {compared && (
        <div className={styles.diff}>
          <Diff
            name={proposal.path ?? "item.md"}
            before={compared.before}
            after={edited ?? compared.after}
            labels={{ before: t.team.conflict.present, after: t.team.conflict.proposed }}
          />
        </div>
      )}
      <p className={classes(ui.muted, ui.small)}>{place === "" ? words.placeNone : place}</p>
      {effects && <ProposalEffects effects={effects} />}
      <div className={styles.actions}>
        {decides(role) &&
          (isOld ? (
            <Button kind="primary" size="small" onClick={onCompare}>
              {words.compare}
            </Button>
          ) : (
            <Button
              kind="primary"
              size="small"
              disabled={edited?.trim() === ""}
              onClick={() => onAccept(edited ?? undefined)}
            >
              {edited === null ? words.accept : words.acceptEdited}
            </Button>
          ))}
        {decides(role) && !isOld && (
          <Button size="small" onClick={edit}>
            {edited === null ? words.edit : t.cancel}
          </Button>
        )}
        {present && (
          <Button size="small" aria-expanded={compared !== null} onClick={compare}>
            {compared ? words.hideChange : words.showChange}
          </Button>
        )}
        {(decides(role) || isOwn) && (
          <Button kind="quiet" size="small" onClick={onDecline}>
            {isOwn ? words.withdraw : words.decline}
          </Button>
        )}
        {!decides(role) && <span className={classes(ui.muted, ui.small)}>{words.onlyReviewers}</span>}
      </div>
    </li>
  );
};
