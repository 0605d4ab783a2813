import { Users } from "lucide-react";
import { type ComponentType, useState } from "react";
import type { TeamProposal } from "#shared/model/team.ts";
import { Card } from "../ui/card.tsx";
import { classes } from "../ui/classes.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { TextArea } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { t } from "../ui/messages/index.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { told } from "../ui/told.ts";
import { ConflictDialog, type TextsProps } from "./conflict-dialog.tsx";
import { type DiffProps, ProposalCard } from "./proposal-card.tsx";
import type { Space, TeamState } from "./team-state.ts";
import { nameOf, roleIn, tellArrival } from "./team-words.ts";
import ui from "../ui/basics.module.css";
import styles from "./team-pane.module.css";

type Props = {
  space: Space;
  state: Pick<
    TeamState,
    "desk" | "effects" | "accept" | "decline" | "conflictOf" | "wholeItem" | "wholeProposal"
  >;
  Diff: ComponentType<DiffProps>;
  Texts: ComponentType<TextsProps>;
};

const words = t.team.inbox;

/** The reviewer's inbox. Others see what waits, and can withdraw what is theirs. */
export const ProposalsList = ({ space, state, Diff, Texts }: Props) => {
  const { desk, accept, decline, conflictOf } = state;
  const { proposals, declined, items, members, failure } = desk;
  const [declining, setDeclining] = useState<TeamProposal | null>(null);
  const [comparing, setComparing] = useState<TeamProposal | null>(null);
  if (proposals === null) return failure === null ? <Skeleton label={words.loading} rows={6} /> : null;
  const isOwn = ({ author }: TeamProposal) => author === space.member;
  const decideAgainst = (proposal: TeamProposal, word: string) =>
    told(
      decline(proposal.id, word).then((arrival) =>
        tellArrival(arrival, isOwn(proposal) ? words.withdrawn : words.declined),
      ),
    );
  return (
    <>
      {proposals.length === 0 && (
        <EmptyState topic="team" icon={Users} title={words.empty}>
          {words.emptyText}
        </EmptyState>
      )}
      <ul className={styles.list} aria-label={words.list}>
        {proposals.map((proposal) => (
          <ProposalCard
            key={proposal.id}
            proposal={proposal}
            present={items?.find(({ id }) => id === proposal.item) ?? null}
            role={roleIn(space, members)}
            isOwn={isOwn(proposal)}
            Diff={Diff}
            effects={state.effects.get(proposal.id) ?? null}
            readWhole={() => state.wholeProposal(proposal.id)}
            readPresent={() => state.wholeItem(proposal.item ?? "")}
            onAccept={(body) =>
              told(
                accept(proposal.id, body === undefined ? {} : { body }).then((arrival) =>
                  tellArrival(arrival, words.accepted),
                ),
              )
            }
            onDecline={() => (isOwn(proposal) ? decideAgainst(proposal, "") : setDeclining(proposal))}
            onCompare={() => setComparing(proposal)}
          />
        ))}
      </ul>
      <DeclinedList proposals={declined.filter(isOwn)} />
      {declining && (
        <FormDialog
          open
          title={words.declineTitle}
          text={words.declineText}
          button={words.decline}
          onSubmit={(form) => {
            const word = form.get("word");
            decideAgainst(declining, typeof word === "string" ? word.trim() : "");
            setDeclining(null);
          }}
          onClose={() => setDeclining(null)}
        >
          <TextArea name="word" rows={3} maxLength={1_000} aria-label={words.word} placeholder={words.word} />
        </FormDialog>
      )}
      {comparing && (
        <ConflictDialog
          name={nameOf(comparing)}
          path={comparing.path ?? "item.md"}
          read={() => conflictOf(comparing.id)}
          Texts={Texts}
          onAccept={(body, baseVersion) => {
            setComparing(null);
            told(
              accept(comparing.id, { body, baseVersion }).then((arrival) =>
                tellArrival(arrival, words.accepted),
              ),
            );
          }}
          onDecline={() => {
            setComparing(null);
            if (isOwn(comparing)) decideAgainst(comparing, "");
            else setDeclining(comparing);
          }}
          onClose={() => setComparing(null)}
        />
      )}
    </>
  );
};

/** What the user proposed and a reviewer declined, with the reviewer's word. */
const DeclinedList = ({ proposals }: { proposals: readonly TeamProposal[] }) => {
  if (proposals.length === 0) return null;
  return (
    <Card aria-label={words.declinedOwn}>
      <h2 className={ui.strong}>{words.declinedOwn}</h2>
      <ul>
        {proposals.map((proposal) => (
          <li key={proposal.id} className={styles.refused}>
            <div className={ui.grow}>
              <div className={ui.ellipsis}>{nameOf(proposal)}</div>
              <div className={classes(ui.muted, ui.small)}>
                {proposal.word === "" ? words.noWord : words.said(proposal.word)}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
};
