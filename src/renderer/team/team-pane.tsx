import { Users } from "lucide-react";
import { type ComponentType, useEffect } from "react";
import { useStore } from "zustand";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { t } from "../ui/messages/index.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { ActivityList } from "./activity-list.tsx";
import type { TextsProps } from "./conflict-dialog.tsx";
import { ItemsList } from "./items-list.tsx";
import type { DiffProps } from "./proposal-card.tsx";
import { ProposalsList } from "./proposals-list.tsx";
import { SpaceLine } from "./space-line.tsx";
import type { TeamStore } from "./team-state.ts";
import styles from "./team-pane.module.css";

type Props = {
  store: TeamStore;
  /** The editor's components for two texts and for three. */
  Diff: ComponentType<DiffProps>;
  Texts: ComponentType<TextsProps>;
  onSettings: () => void;
};

const words = t.team;

/** One part of the chosen space. What was read before stays while the server is away. */
export const TeamPane = ({ store, Diff, Texts, onSettings }: Props) => {
  const state = useStore(store);
  const { status, failure, spaces, chosen, part, desk, load } = state;
  useEffect(() => void store.getState().load(), [store]);
  const space = spaces.find((each) => each.space === chosen);
  if (status === "loading") return <Skeleton label={words.settings.loading} rows={6} />;
  if (status === "failed")
    return <FailedState title={words.settings.failed} failure={failure} onRetry={() => void load()} />;
  if (!space)
    return (
      <EmptyState
        topic="team"
        icon={Users}
        title={words.noSpace}
        actions={<Button onClick={onSettings}>{words.openSettings}</Button>}
      >
        {words.noSpaceText}
      </EmptyState>
    );
  return (
    <div className={styles.team}>
      <SpaceLine space={space} entries={desk.entries} retry={state.retry} discard={state.discard} />
      {desk.failure !== null && space.problem === null && (
        <FailedState title={words.failed} failure={desk.failure} onRetry={() => void load()} />
      )}
      {part === "inbox" && <ProposalsList space={space} state={state} Diff={Diff} Texts={Texts} />}
      {part === "items" && <ItemsList space={space} state={state} Diff={Diff} />}
      {part === "activity" && <ActivityList desk={desk} />}
    </div>
  );
};
