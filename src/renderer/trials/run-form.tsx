import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { AS_IT_IS, MAX_REPEATS, type QuestionSet, type Variant } from "#shared/model/trial.ts";
import type { TrialPlan } from "#shared/model/trial-result.ts";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";
import { t } from "../ui/messages/index.ts";
import { Segmented } from "../ui/segmented.tsx";
import { told } from "../ui/told.ts";
import { PlanText } from "./plan-text.tsx";
import { Labelled, ModelSelect } from "./run-fields.tsx";
import type { Run, TrialsStore } from "./trials-store.ts";
import { VariantForm } from "./variant-form.tsx";
import ui from "../ui/basics.module.css";
import styles from "./run-form.module.css";

const words = t.trials.run;
const ways = () =>
  (["one", "two"] as const).map((value) => ({
    value,
    label: value === "one" ? words.single : words.two,
  }));

type Props = { store: TrialsStore; path: string; set: QuestionSet };

/** One or two ways to answer, what that would take, and the start. */
export const RunForm = ({ store, path, set }: Props) => {
  const choices = useStore(store, (state) => state.choices);
  const wanted = useStore(store, (state) => state.wanted);
  const [variants, setVariants] = useState<readonly Variant[]>(() => firstVariants(set, wanted));
  const [repeats, setRepeats] = useState(set.repeats);
  const [judge, setJudge] = useState(set.judge);
  const [plan, setPlan] = useState<TrialPlan | null>(null);
  const section = useRef<HTMLElement>(null);
  // Who comes to try something sees what is tried, not the questions above it.
  useEffect(() => {
    if (wanted) section.current?.scrollIntoView({ block: "start" });
  }, [wanted]);
  const change = (next: () => void) => {
    // A plan is only true for what it was made for.
    setPlan(null);
    next();
  };
  const run: Run = { path, variants: [...variants], repeats, judge };
  const { plan: ask, start } = store.getState();
  const isWrong = plan?.variants.some(({ problem }) => problem !== null) ?? true;
  return (
    <section ref={section} className={styles.run} aria-label={words.title}>
      <div className={styles.head}>
        <h2 className={ui.strong}>{words.title}</h2>
        <Segmented
          label={words.ways}
          value={variants.length === 1 ? "one" : "two"}
          options={ways()}
          onChange={(value) =>
            change(() =>
              setVariants(value === "one" ? variants.slice(0, 1) : [...variants, { name: words.changed }]),
            )
          }
        />
      </div>
      <div className={styles.variants}>
        {variants.map((variant, index) => (
          <VariantForm
            // oxlint-disable-next-line react/no-array-index-key -- the first and the second.
            key={index}
            variant={variant}
            choices={choices}
            onChange={(next) =>
              change(() => setVariants(variants.map((each, at) => (at === index ? next : each))))
            }
          />
        ))}
      </div>
      <div className={styles.more}>
        <Labelled text={words.repeats}>
          <Input
            type="number"
            min={1}
            max={MAX_REPEATS}
            value={repeats}
            onChange={(event) => {
              const count = Math.round(Number(event.currentTarget.value));
              change(() => setRepeats(Math.min(MAX_REPEATS, Math.max(1, count || 1))));
            }}
          />
        </Labelled>
        <Labelled text={words.judge}>
          <ModelSelect
            value={judge}
            models={choices.models}
            none={words.noJudge}
            onChange={(model) => change(() => setJudge(model ?? null))}
          />
        </Labelled>
      </div>
      {plan && <PlanText plan={plan} hasMeasure={judge !== null || set.questions.some(hasChecks)} />}
      <div className={styles.actions}>
        <Button onClick={() => told(ask(run).then(setPlan))} kind={plan ? "plain" : "primary"}>
          {words.plan}
        </Button>
        {plan && (
          <Button kind="primary" disabled={isWrong} onClick={() => told(start(run))}>
            {words.start}
          </Button>
        )}
      </div>
    </section>
  );
};

const hasChecks = ({ checks }: QuestionSet["questions"][number]): boolean => checks.length > 0;

const firstVariants = (set: QuestionSet, wanted: Variant | null): readonly Variant[] => {
  if (wanted) {
    const { agent } = wanted;
    return [{ ...AS_IT_IS, name: words.asItIs, ...(agent !== undefined && { agent }) }, wanted];
  }
  return set.variants.length > 0
    ? set.variants
    : [{ ...AS_IT_IS, name: words.asItIs }, { name: words.changed }];
};
