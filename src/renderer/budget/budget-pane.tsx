import { CircleHelp, Info } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { Client } from "#shared/contract/index.ts";
import type { ProjectInfo } from "#shared/contract/project.ts";
import type { Variant } from "#shared/model/trial.ts";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import { Segmented } from "../ui/segmented.tsx";
import { type BudgetStore, type BudgetTab, isTryingOut, restingState } from "./budget-state.ts";
import { Choice } from "./choice.tsx";
import { Compare, type CompareKind, compareKinds } from "./compare/compare.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { exportItems } from "./export-items.ts";
import { NextTurn } from "./next/next-turn.tsx";
import { SentTab } from "./sent/sent-tab.tsx";
import { Timeline } from "./timeline/timeline.tsx";
import { Tour } from "./tour.tsx";
import { useTimeline } from "./timeline/use-timeline.ts";
import { WatchTab } from "./watch/watch-tab.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { ViewHead } from "../ui/view-head.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./budget-pane.module.css";

type Props = {
  client: Client;
  store: BudgetStore;
  searched: ProjectInfo["searched"] | null;
  onOpen: (path: string) => void;
  /** Opens a file of the project at a line. */
  onPlace: (path: string, line: number) => void;
  /** What mattered for the answer of a run. */
  onMattered: (run: string) => void;
  /** Both lead to a trial. */
  onTryWithout: (path: string, agent: string) => void;
  onTryVariant: (variant: Variant) => void;
};

const tabs = () =>
  (["next", "timeline", "sent", "compare", "watch"] as const satisfies readonly BudgetTab[]).map((value) => ({
    value,
    label: t.budget.tabs[value],
  }));

/** See and tune every token that goes into the prompt. */
export const BudgetPane = (props: Props) => {
  const { client, store, searched, onOpen, onPlace, onMattered, onTryWithout, onTryVariant } = props;
  const state = useStore(store, useShallow(restingState));
  const { tab, show, setShown, load, tourStep, showTour } = state;
  const timeline = useTimeline(client, state.question.session ?? null);
  const [kind, setKind] = useState<CompareKind>("models");
  useEffect(() => {
    setShown(true);
    void load();
    return () => setShown(false);
  }, [setShown, load]);
  const { runs } = timeline;
  const items = useCallback(() => exportItems(client, store.getState(), runs ?? []), [client, store, runs]);
  return (
    <Tabs.Root asChild value={tab} onValueChange={(next) => show(next as BudgetTab)}>
      <section className={styles.budget} aria-label={t.budget.title}>
        <ViewHead>
          <h1>{t.budget.title}</h1>
          <Tabs.List label={t.budget.tabsLabel} tabs={tabs()} />
          <span className={ui.grow} />
          {tab === "next" && (
            <>
              <span className={classes(ui.row, styles.headNote, ui.quiet, ui.small)}>
                <Icon of={Info} size={13} />
                {isTryingOut(state.whatIf) ? t.budget.tryingNote : t.budget.previewNote}
              </span>
              <IconButton icon={CircleHelp} label={t.budget.tour} onClick={() => showTour(0)} />
            </>
          )}
          {tab === "timeline" && timeline.session !== null && (
            <Choice
              quiet
              label={t.budget.timeline.conversation}
              value={timeline.session}
              options={timeline.sessions.map(({ id, title, summary }) => ({
                value: id,
                label: title || summary || t.budget.timeline.untitled,
              }))}
              onChange={timeline.choose}
            />
          )}
          {tab === "compare" && (
            <Segmented
              label={t.budget.compare.kind}
              value={kind}
              options={compareKinds.map((value) => ({ value, label: t.budget.compare.kinds[value] }))}
              onChange={setKind}
            />
          )}
          <ExportMenu items={items} />
        </ViewHead>
        <Tabs.Panel value={tab} className={styles.budgetPanel}>
          {tab === "next" && (
            <NextTurn
              client={client}
              store={store}
              state={state}
              searched={searched}
              onOpen={onOpen}
              onTryWithout={onTryWithout}
              onTryVariant={onTryVariant}
            />
          )}
          {tab === "timeline" && (
            <Timeline
              key={timeline.session}
              client={client}
              data={timeline}
              looked={state.run}
              onLook={state.lookAt}
              onMattered={onMattered}
            />
          )}
          {tab === "sent" && (
            <SentTab client={client} state={state} runs={timeline.runs ?? []} onMattered={onMattered} />
          )}
          {tab === "watch" && <WatchTab client={client} onPlace={onPlace} />}
          {tab === "compare" && timeline.runs && (
            <Compare
              key={`${timeline.runs.length}/${state.profiles.length}`}
              client={client}
              state={state}
              kind={kind}
              runs={timeline.runs}
            />
          )}
        </Tabs.Panel>
        {tab === "next" && tourStep !== null && state.saved && <Tour step={tourStep} onStep={showTour} />}
      </section>
    </Tabs.Root>
  );
};
