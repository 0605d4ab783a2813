import { FlaskConical, Plus } from "lucide-react";
import { useEffect } from "react";
import { useStore } from "zustand";
import type { Client } from "#shared/contract/index.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { NavList, NavRow, NavText, NavTitle } from "../ui/nav-list.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { told } from "../ui/told.ts";
import { formatWhen } from "../ui/when.ts";
import { SetPage } from "./set-page.tsx";
import { TrialPage } from "./trial-page.tsx";
import type { Shown, TrialsStore } from "./trials-store.ts";
import ui from "../ui/basics.module.css";
import styles from "./trials-pane.module.css";

const words = t.trials;

/** Question sets and trials in a list, and the one that is chosen. */
export const TrialsPane = ({ store, client }: { store: TrialsStore; client: Client }) => {
  const { status, failure, sets, trials, shown, set, load, show } = useStore(store);
  useEffect(() => void store.getState().load(), [store]);
  if (status === "loading") return <Skeleton label={words.loading} rows={6} />;
  if (status === "failed")
    return <FailedState title={words.failed} failure={failure} onRetry={() => void load()} />;
  const newSet = () => told(show({ kind: "set", path: null }));
  if (sets.length === 0 && trials.length === 0 && shown === null) {
    const actions = (
      <Button kind="primary" onClick={newSet}>
        {words.newSet}
      </Button>
    );
    return (
      <EmptyState topic="trials" icon={FlaskConical} title={words.empty} actions={actions}>
        {words.emptyText}
      </EmptyState>
    );
  }
  const isShown = (other: Shown) => JSON.stringify(other) === JSON.stringify(shown);
  const current = (other: Shown) => (isShown(other) ? ({ "aria-current": "true" } as const) : {});
  return (
    <div className={styles.page}>
      <nav className={styles.side} aria-label={words.title}>
        <div className={styles.sideHead}>
          <h2 className={ui.strong}>{words.setsTitle}</h2>
          <Button size="small" onClick={newSet}>
            <Icon of={Plus} size={14} />
            {words.newSetShort}
          </Button>
        </div>
        <NavList>
          {sets.map(({ path, title, questions, checks, problems }) => (
            <li key={path}>
              <NavRow
                className={styles.entry}
                {...current({ kind: "set", path })}
                onClick={() => told(show({ kind: "set", path }))}
                title={path}
              >
                <NavTitle>{title === "" ? path.slice(path.lastIndexOf("/") + 1) : title}</NavTitle>
                <NavText>
                  {words.setText(questions, checks)}
                  {problems > 0 && <span className={ui.warn}> · {words.problems(problems)}</span>}
                </NavText>
              </NavRow>
            </li>
          ))}
        </NavList>
        {trials.length > 0 && <h2 className={ui.strong}>{words.trialsTitle}</h2>}
        <NavList>
          {trials.map(({ id, title, set: path, at, done, total, status: state }) => (
            <li key={id}>
              <NavRow
                className={styles.entry}
                {...current({ kind: "trial", id })}
                onClick={() => told(show({ kind: "trial", id }))}
              >
                <NavTitle>{title === "" ? path.slice(path.lastIndexOf("/") + 1) : title}</NavTitle>
                <NavText>
                  {formatWhen(at)} · {words.trialText(done, total, words.status[state], state === "done")}
                </NavText>
              </NavRow>
            </li>
          ))}
        </NavList>
      </nav>
      <div className={styles.detail}>
        {shown?.kind === "set" && set && <SetPage key={set.path ?? "new"} store={store} read={set} />}
        {shown?.kind === "trial" && <TrialPage key={shown.id} store={store} client={client} />}
        {shown === null && (
          <EmptyState topic="trials" icon={FlaskConical} title={words.empty}>
            {words.emptyText}
          </EmptyState>
        )}
      </div>
    </div>
  );
};
