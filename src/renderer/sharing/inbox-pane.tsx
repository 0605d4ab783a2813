import { Inbox } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { MAX_PROPOSAL_CHARS, type Proposal, type ProposalEffect } from "#shared/model/proposal.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { TextArea } from "../ui/field.tsx";
import { formatTokens } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { OriginChip } from "../ui/origin-chip.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { told } from "../ui/told.ts";
import { formatWhen } from "../ui/when.ts";
import type { Accepted, SharingStore } from "./sharing-store.ts";
import ui from "../ui/basics.module.css";
import styles from "./inbox-pane.module.css";

type Props = {
  store: SharingStore;
  agentName: (id: string) => string | undefined;
  onAccepted: (accepted: Accepted) => void;
  onConnect: () => void;
};

const words = t.sharing;

/** What other programs propose: who, from where, what it would push out, and the user's decision. */
export const InboxPane = ({ store, agentName, onAccepted, onConnect }: Props) => {
  const { status, failure, proposals, effects, load, accept, decline } = useStore(store);
  useEffect(() => void store.getState().load(), [store]);
  if (status === "loading") return <Skeleton label={words.loading} rows={6} />;
  if (status === "failed")
    return <FailedState title={words.failed} failure={failure} onRetry={() => void load()} />;
  if (proposals.length === 0) {
    return (
      <EmptyState
        topic="connecting"
        icon={Inbox}
        title={words.empty}
        actions={<Button onClick={onConnect}>{words.connect}</Button>}
      >
        {words.emptyText}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list} aria-label={words.list}>
      {proposals.map((proposal) => (
        <ProposalCard
          key={proposal.id}
          proposal={proposal}
          agent={agentName(proposal.agent) ?? proposal.agent}
          effect={effects[proposal.id]}
          onAccept={(text) => told(accept(proposal.id, text).then(onAccepted))}
          onDecline={() => told(decline(proposal.id).then(() => notify(words.declined)))}
        />
      ))}
    </ul>
  );
};

type CardProps = {
  proposal: Proposal;
  agent: string;
  effect: ProposalEffect | undefined;
  onAccept: (text?: string) => void;
  onDecline: () => void;
};

const ProposalCard = ({ proposal, agent, effect, onAccept, onDecline }: CardProps) => {
  const { client, door, at, text } = proposal;
  const [edited, setEdited] = useState<string | null>(null);
  return (
    <li className={styles.proposal}>
      <p className={classes(ui.muted, ui.small)}>
        <span title={words.unproven}>{words.from(client, agent, formatWhen(at))}</span>
        {" · "}
        {words.doors[door]}
        {" · "}
        <OriginChip origin="outside" />
      </p>
      {edited === null ? (
        <p className={styles.text}>{text}</p>
      ) : (
        <TextArea
          aria-label={words.textLabel}
          value={edited}
          rows={3}
          maxLength={MAX_PROPOSAL_CHARS}
          onChange={(event) => setEdited(event.currentTarget.value)}
        />
      )}
      <Effect effect={effect} />
      <div className={styles.actions}>
        <Button
          kind="primary"
          size="small"
          disabled={edited?.trim() === ""}
          onClick={() => onAccept(edited ?? undefined)}
        >
          {edited === null ? words.accept : words.acceptEdited}
        </Button>
        {edited === null ? (
          <Button size="small" onClick={() => setEdited(text)}>
            {words.edit}
          </Button>
        ) : (
          <Button size="small" onClick={() => setEdited(null)}>
            {t.cancel}
          </Button>
        )}
        <Button kind="quiet" size="small" onClick={onDecline}>
          {words.decline}
        </Button>
      </div>
    </li>
  );
};

const Effect = ({ effect }: { effect: ProposalEffect | undefined }) => {
  if (!effect) return <p className={classes(ui.quiet, ui.small)}>{words.counting}</p>;
  const { path, line, before, after, exact, pushedOut } = effect;
  const count = (tokens: number) => formatTokens(tokens, exact);
  return (
    <div className={classes(ui.muted, ui.small, ui.num)}>
      <p>
        {words.where(path, count(line))}{" "}
        {after > before ? words.every(count(after - before)) : words.recalled}{" "}
        {pushedOut.length === 0 && words.pushesNothing}
      </p>
      {pushedOut.length > 0 && (
        <>
          <p className={ui.warn}>{words.pushes}</p>
          <ul className={styles.pushed}>
            {pushedOut.map(({ source, tokens }) => (
              <li key={source}>{words.less(source, count(tokens))}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
};
