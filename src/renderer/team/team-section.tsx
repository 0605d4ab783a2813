import { Users } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { JoinDialog } from "./join-dialog.tsx";
import { MakeDialog } from "./make-dialog.tsx";
import { SpaceCard } from "./space-card.tsx";
import type { TeamStore } from "./team-state.ts";
import ui from "../ui/basics.module.css";
import styles from "./team-section.module.css";

type Props = {
  store: TeamStore;
  /** The heading of this section of the settings. */
  title: ReactNode;
  /** The open project's folder; null when none is open. */
  folder: string | null;
  userName: string;
  onOpen: (space: string) => void;
};

const words = t.team.settings;

/** The spaces that the user is in: joining, making, inviting, and leaving. */
export const TeamSection = ({ store, title, folder, userName, onOpen }: Props) => {
  const { status, failure, spaces, loadSpaces, join, found } = useStore(store);
  const [asking, setAsking] = useState<"join" | "make" | null>(null);
  useEffect(() => void store.getState().loadSpaces(), [store]);
  const close = () => setAsking(null);
  const buttons = (
    <span className={styles.buttons}>
      <Button onClick={() => setAsking("join")}>{words.join}</Button>
      <Button onClick={() => setAsking("make")}>{words.make}</Button>
    </span>
  );
  return (
    <section className={styles.section} aria-label={t.settings.sections.team}>
      {title}
      <p className={classes(ui.muted, ui.small)}>{words.text}</p>
      {status === "failed" && (
        <FailedState title={words.failed} failure={failure} onRetry={() => void loadSpaces()} />
      )}
      {status === "ready" && spaces.length === 0 && (
        <EmptyState topic="team" icon={Users} title={words.empty} actions={buttons}>
          {words.emptyText}
        </EmptyState>
      )}
      <ul>
        {spaces.map((space) => (
          <li key={space.space} className={styles.space} aria-label={space.name}>
            <SpaceCard store={store} space={space} folder={folder} onOpen={() => onOpen(space.space)} />
          </li>
        ))}
      </ul>
      {spaces.length > 0 && buttons}
      {asking === "join" && (
        <JoinDialog
          userName={userName}
          onJoin={async (invitation, name) => {
            const before = new Set(store.getState().spaces.map(({ space }) => space));
            await join(invitation, name);
            const joined = store.getState().spaces.find(({ space }) => !before.has(space));
            if (joined) notify(t.team.join.joined(joined.name));
            close();
          }}
          onClose={close}
        />
      )}
      {asking === "make" && (
        <MakeDialog
          userName={userName}
          onMake={async (input) => {
            await found(input);
            notify(t.team.make.made(input.name));
            close();
          }}
          onClose={close}
        />
      )}
    </section>
  );
};
