import { useEffect, useMemo, useState } from "react";
import { Quote } from "lucide-react";
import type { Client } from "#shared/contract/index.ts";
import type { influenceRoutes } from "#shared/contract/influence.ts";
import type { RouteOutput } from "#shared/contract/route.ts";
import type { Passage } from "#shared/model/quotation.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { failureText } from "../ui/failure-text.ts";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { Problem } from "../ui/problem.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import ui from "../ui/basics.module.css";
import { Tabs } from "../ui/tabs.tsx";
import { AnswerSentences } from "./answer-sentences.tsx";
import { markedSentences } from "./marked-sentences.ts";
import { LedgerTab } from "./ledger-tab.tsx";
import { MovedTab } from "./moved-tab.tsx";
import { PassageCard } from "./passage-card.tsx";
import styles from "./quoted-dialog.module.css";

type Quoted = RouteOutput<(typeof influenceRoutes)["influence.quoted"]>;

export type MatteredTab = "quoted" | "moved" | "ledger";

type Props = {
  client: Client;
  run: string;
  /** Shown first. */
  tab: MatteredTab;
  /** Words that were marked in the answer; empty when none were. */
  marked: string;
  onOpen: (path: string, line: number | null) => void;
  onTryWithout: (path: string, agent: string) => void;
  onSettings: () => void;
  onClose: () => void;
};

const tabs = () =>
  (["quoted", "moved", "ledger"] as const satisfies readonly MatteredTab[]).map((value) => ({
    value,
    label: t.influence.tabs[value],
  }));

/** What mattered for an answer: what it quotes, what moved it, and what that says over time. */
export const QuotedDialog = (props: Props) => {
  const { client, run, onOpen, onClose } = props;
  const [tab, setTab] = useState<MatteredTab>(props.tab);
  const [quoted, setQuoted] = useState<Quoted | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const words = t.influence;
  useEffect(() => {
    const stop = new AbortController();
    client.call("influence.quoted", { run }, stop.signal).then(setQuoted, (error: unknown) => {
      if (!stop.signal.aborted) setFailure(failureText(error));
    });
    return () => stop.abort();
  }, [client, run]);
  const sentences = useMemo(
    () => new Map(quoted?.segments.map((each) => [each.segment, each.sentences])),
    [quoted],
  );
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content className={styles.quoted}>
          <Tabs.Root asChild value={tab} onValueChange={(next) => setTab(next as MatteredTab)}>
            <div className={styles.tabs}>
              <header className={styles.head}>
                <div>
                  <Dialog.Title>{words.titles[tab]}</Dialog.Title>
                  <Dialog.Description>{words.texts[tab]}</Dialog.Description>
                </div>
                <span className={ui.grow} />
                <Tabs.List label={words.whatMattered} tabs={tabs()} />
              </header>
              <Tabs.Panel value="quoted" className={styles.panel}>
                <QuotedPanel {...props} quoted={quoted} failure={failure} />
              </Tabs.Panel>
              <Tabs.Panel value="moved" className={styles.panel}>
                <MovedTab client={client} run={run} quoted={sentences} onSettings={props.onSettings} />
              </Tabs.Panel>
              <Tabs.Panel value="ledger" className={styles.panel}>
                <LedgerTab client={client} onOpen={onOpen} onTryWithout={props.onTryWithout} />
              </Tabs.Panel>
              <Dialog.Actions className={styles.foot}>
                {tab === "quoted" && quoted && (
                  <p className={classes(ui.quiet, ui.small, ui.num, ui.grow)}>
                    {words.compared(
                      formatCount(quoted.compared.segments),
                      formatCount(quoted.compared.words),
                    )}
                    {quoted.comparedUpTo !== null && ` ${words.upTo(formatCount(quoted.comparedUpTo))}`}
                  </p>
                )}
                {tab !== "quoted" && (
                  <p className={classes(ui.quiet, ui.small, ui.grow)}>{words.limits[tab]}</p>
                )}
                <Dialog.Close asChild>
                  <Button>{t.close}</Button>
                </Dialog.Close>
              </Dialog.Actions>
            </div>
          </Tabs.Root>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

type PanelProps = Pick<Props, "marked" | "onOpen"> & { quoted: Quoted | null; failure: string | null };

/** An answer, sentence by sentence, with the passages each shares words with. */
const QuotedPanel = ({ quoted, failure, marked, onOpen }: PanelProps) => {
  const words = t.influence;
  if (failure !== null)
    return (
      <div className={styles.body}>
        <Problem failure={failure} role="alert">
          <span className={ui.strong}>{words.failed}</span> <span className={ui.muted}>{failure}</span>
        </Problem>
      </div>
    );
  if (!quoted)
    return (
      <div className={styles.body}>
        <Skeleton label={words.loading} rows={8} />
      </div>
    );
  return <Compared quoted={quoted} marked={marked} onOpen={onOpen} />;
};

const Compared = ({ quoted, marked, onOpen }: { quoted: Quoted } & Pick<Props, "marked" | "onOpen">) => {
  const { answer, sentences } = quoted;
  const [picked, setPicked] = useState<readonly number[]>(() => firstPicked(quoted, marked));
  const passages = useMemo(() => passagesOf(sentences, picked), [sentences, picked]);
  const words = t.influence;
  return (
    <div className={styles.columns}>
      <AnswerSentences
        answer={answer}
        sentences={sentences}
        picked={picked}
        onPick={(at) => setPicked([at])}
      />
      <section className={styles.passages} aria-label={words.passages} aria-live="polite">
        {picked.length === 0 && (
          <EmptyState topic="influence" icon={Quote} title={words.pick}>
            {words.pickText}
          </EmptyState>
        )}
        {picked.length > 0 && passages.length === 0 && (
          <EmptyState topic="influence" icon={Quote} title={words.none}>
            {words.noneText}
          </EmptyState>
        )}
        <ul>
          {passages.map((passage) => (
            <PassageCard
              key={`${passage.segment}/${passage.text}/${passage.kind}`}
              passage={passage}
              onOpen={onOpen}
            />
          ))}
        </ul>
      </section>
    </div>
  );
};

/** What was marked in the answer, else the first sentence that quotes something. */
const firstPicked = ({ answer, sentences }: Quoted, marked: string): readonly number[] => {
  const said = markedSentences(answer, sentences, marked);
  if (said.length > 0) return said;
  const first = sentences.findIndex(({ passages }) => passages.some(({ kind }) => kind !== "words"));
  return first < 0 ? [] : [first];
};

/** Of several sentences: each place once. */
const passagesOf = (sentences: Quoted["sentences"], picked: readonly number[]): readonly Passage[] => {
  const byPlace = new Map<string, Passage>();
  for (const at of picked)
    for (const passage of sentences[at]?.passages ?? []) {
      const place = `${passage.segment}/${passage.text}/${passage.kind}`;
      if (!byPlace.has(place)) byPlace.set(place, passage);
    }
  return [...byPlace.values()];
};
