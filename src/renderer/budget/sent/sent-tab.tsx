import { useEffect, useState } from "react";
import type { RunShape } from "#shared/contract/context.ts";
import type { Client } from "#shared/contract/index.ts";
import { t } from "../../ui/messages/index.ts";
import { OtherCalls } from "./other-calls.tsx";
import { AsSent, useRun } from "./as-sent.tsx";
import type { RestingState } from "../budget-state.ts";
import type { WholePrompt } from "../preview-prompt.ts";
import { turnNames } from "../timeline/turn-names.ts";
import { Choice } from "../choice.tsx";
import { useMoved } from "../use-moved.ts";
import { useQuoted } from "../use-quoted.ts";
import styles from "./sent-tab.module.css";

type Props = {
  client: Client;
  state: RestingState;
  runs: readonly RunShape[];
  onMattered: (run: string) => void;
};

/** The messages of the next turn as they would be sent, or of a stored turn as they were sent. */
export const SentTab = ({ client, state, runs, onMattered }: Props) => {
  const { run: chosen, lookAt } = state;
  const run = useRun(client, chosen);
  const quoted = useQuoted(client, chosen);
  const moved = useMoved(client, chosen);
  const next = useNext(state);
  const names = turnNames(runs);
  const nameAt = (index: number) => {
    const name = names[index];
    return name ? t.budget.timeline.turn(name) : t.budget.sent.earlier;
  };
  const at = runs.findIndex(({ id }) => id === chosen);
  // A run of a different conversation, or one that is older than the listed ones.
  const other = chosen !== null && at < 0 ? [{ value: chosen, label: t.budget.sent.earlier }] : [];
  return (
    <div className={styles.sentTab}>
      {(runs.length > 0 || chosen !== null) && (
        <div className={styles.sentChoice}>
          <Choice
            label={t.budget.sent.which}
            value={chosen ?? ""}
            options={[
              { value: "", label: t.budget.sent.next },
              ...runs.map(({ id }, index) => ({ value: id, label: nameAt(index) })).toReversed(),
              ...other,
            ]}
            onChange={(id) => lookAt(id === "" ? null : id)}
          />
        </div>
      )}
      <AsSent
        title={chosen === null ? t.budget.sent.nextTitle : t.budget.sent.of(nameAt(at))}
        messages={(chosen === null ? next : run)?.messages ?? null}
        manifest={(chosen === null ? next : run)?.manifest ?? null}
        quoted={quoted}
        moved={moved}
        onMattered={chosen === null ? null : () => onMattered(chosen)}
      />
      <OtherCalls
        client={client}
        session={state.question.session ?? null}
        revision={`${state.saved?.id ?? ""}/${runs.length}`}
      />
    </div>
  );
};

const useNext = ({ saved, tried, readWhole }: RestingState) => {
  const [next, setNext] = useState<WholePrompt | null>(null);
  const revision = (tried ?? saved)?.id ?? "";
  useEffect(() => {
    const stop = new AbortController();
    readWhole(stop.signal).then(
      (whole) => {
        if (whole && !stop.signal.aborted) setNext(whole);
      },
      () => {},
    );
    return () => stop.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- The revision stands for the prompt: read again when it changes.
  }, [readWhole, revision]);
  return next;
};
