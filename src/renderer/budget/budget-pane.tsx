import "./budget.css";
import { CircleHelp, Info } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { Client } from "#shared/contract/index.ts";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import { Segmented } from "../ui/segmented.tsx";
import { type BudgetStore, type BudgetTab, isTryingOut, restingState } from "./budget-store.ts";
import { Choice } from "./choice.tsx";
import { Compare, type CompareKind, compareKinds } from "./compare.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { exportItems } from "./export-items.ts";
import { NextTurn } from "./next-turn.tsx";
import { SentTab } from "./sent-tab.tsx";
import { Timeline } from "./timeline.tsx";
import { Tour } from "./tour.tsx";
import { useTimeline } from "./use-timeline.ts";

type Props = { client: Client; store: BudgetStore; onOpen: (path: string) => void };

const tabs: readonly BudgetTab[] = ["next", "timeline", "sent", "compare"];

/** See and tune every token that goes into the prompt. */
export const BudgetPane = ({ client, store, onOpen }: Props) => {
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
    <section className="budget" aria-label={t.budget.title}>
      <header className="view-head">
        <h1>{t.budget.title}</h1>
        <div className="view-tabs" role="tablist" aria-label={t.budget.tabsLabel} onKeyDown={moveBetweenTabs}>
          {tabs.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              id={`budget-tab-${each}`}
              aria-selected={each === tab}
              aria-controls="budget-panel"
              tabIndex={each === tab ? 0 : -1}
              onClick={() => show(each)}
            >
              {t.budget.tabs[each]}
            </button>
          ))}
        </div>
        <span className="grow" />
        {tab === "next" && (
          <>
            <span className="row head-note s t12">
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
      </header>
      <div className="budget-panel" role="tabpanel" id="budget-panel" aria-labelledby={`budget-tab-${tab}`}>
        {tab === "next" && <NextTurn client={client} store={store} state={state} onOpen={onOpen} />}
        {tab === "timeline" && <Timeline key={timeline.session} client={client} data={timeline} />}
        {tab === "sent" && <SentTab client={client} state={state} runs={timeline.runs ?? []} />}
        {tab === "compare" && timeline.runs && (
          <Compare
            key={`${timeline.runs.length}/${state.profiles.length}`}
            client={client}
            state={state}
            kind={kind}
            runs={timeline.runs}
          />
        )}
      </div>
      {tab === "next" && tourStep !== null && state.saved && <Tour step={tourStep} onStep={showTour} />}
    </section>
  );
};

const moveBetweenTabs = (event: React.KeyboardEvent<HTMLElement>) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const next = all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length];
  next?.focus();
  next?.click();
};
