import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import {
  AS_IT_IS,
  MAX_REPEATS,
  type NamedModel,
  type QuestionSet,
  type Variant,
} from "#shared/model/trial.ts";
import type { TrialPlan } from "#shared/model/trial-result.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Input, Select } from "../ui/field.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import { Segmented } from "../ui/segmented.tsx";
import { told } from "../ui/told.ts";
import { PlanText } from "./plan-text.tsx";
import type { Choices, Run, TrialsStore } from "./trials-store.ts";
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
  const change = (next: () => void) => {
    // A plan is only true for what it was made for.
    setPlan(null);
    next();
  };
  const run: Run = { path, variants: [...variants], repeats, judge };
  const { plan: ask, start } = store.getState();
  const isWrong = plan?.variants.some(({ problem }) => problem !== null) ?? true;
  return (
    <section className={styles.run} aria-label={words.title}>
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
  if (wanted) return [{ ...AS_IT_IS, name: words.asItIs }, wanted];
  return set.variants.length > 0
    ? set.variants
    : [{ ...AS_IT_IS, name: words.asItIs }, { name: words.changed }];
};

type FormProps = { variant: Variant; choices: Choices; onChange: (variant: Variant) => void };

const VariantForm = ({ variant, choices, onChange }: FormProps) => {
  const { name, model, profile, temperature, overrides = {} } = variant;
  const files = Object.entries(overrides.files ?? {});
  const out = files.filter(([, { exclude }]) => exclude === true).map(([path]) => path);
  const withOverrides = (next: NonNullable<Variant["overrides"]>) => {
    const { overrides: _, ...rest } = variant;
    onChange(Object.keys(next).length === 0 ? rest : { ...rest, overrides: next });
  };
  const leaveOut = (paths: readonly string[]) => {
    const kept = files.filter(([, { exclude }]) => exclude !== true);
    const all = [...kept, ...paths.map((path) => [path, { exclude: true }] as const)];
    const { files: _, ...rest } = overrides;
    withOverrides(all.length === 0 ? rest : { ...rest, files: Object.fromEntries(all) });
  };
  const others = Object.keys(overrides).filter((key) => key !== "window" && key !== "files").length;
  const hidden = others + files.length - out.length;
  return (
    <fieldset className={styles.variant}>
      <legend className={ui.spoken}>{words.variant(name)}</legend>
      <Labelled text={words.name}>
        <Input value={name} onChange={(event) => onChange({ ...variant, name: event.currentTarget.value })} />
      </Labelled>
      <Labelled text={words.model}>
        <ModelSelect
          value={model}
          models={choices.models}
          none={words.unchanged}
          onChange={(chosen) => {
            const { model: _, ...rest } = variant;
            onChange(chosen === undefined ? rest : { ...rest, model: chosen });
          }}
        />
      </Labelled>
      <Labelled text={words.profile}>
        <Select
          value={profile ?? ""}
          onChange={(event) => {
            const { profile: _, ...rest } = variant;
            const chosen = event.currentTarget.value;
            onChange(chosen === "" ? rest : { ...rest, profile: chosen });
          }}
        >
          <option value="">{words.unchanged}</option>
          {choices.profiles.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled text={words.window}>
        <Input
          type="number"
          min={1}
          placeholder={words.unchanged}
          value={overrides.window ?? ""}
          onChange={(event) => {
            const { window: _, ...rest } = overrides;
            const tokens = Math.round(Number(event.currentTarget.value));
            withOverrides(tokens > 0 ? { ...rest, window: tokens } : rest);
          }}
        />
      </Labelled>
      <Labelled text={words.temperature}>
        <Input
          type="number"
          min={0}
          max={2}
          step={0.1}
          placeholder={words.unchanged}
          value={temperature ?? ""}
          onChange={(event) => {
            const { temperature: _, ...rest } = variant;
            const typed = event.currentTarget.value;
            onChange(typed === "" ? rest : { ...rest, temperature: Math.min(2, Math.max(0, Number(typed))) });
          }}
        />
      </Labelled>
      <Labelled text={words.without}>
        <Select
          value=""
          onChange={(event) => {
            if (event.currentTarget.value !== "") leaveOut([...out, event.currentTarget.value]);
          }}
        >
          <option value="">{words.withoutMore}</option>
          {choices.files
            .filter((path) => !out.includes(path))
            .map((path) => (
              <option key={path}>{path}</option>
            ))}
        </Select>
      </Labelled>
      {out.map((path) => (
        <div key={path} className={styles.out}>
          <span className={classes(ui.ellipsis, ui.grow)} title={path}>
            {path}
          </span>
          <IconButton
            icon={X}
            label={words.withoutRemove(path)}
            onClick={() => leaveOut(out.filter((other) => other !== path))}
          />
        </div>
      ))}
      {hidden > 0 && <p className={classes(ui.muted, ui.small)}>{words.overrides(hidden)}</p>}
    </fieldset>
  );
};

const Labelled = ({ text, children }: { text: string; children: ReactNode }) => (
  <label className={styles.labelled}>
    <span className={classes(ui.small, ui.muted)}>{text}</span>
    {children}
  </label>
);

type ModelProps = {
  value: NamedModel | null | undefined;
  models: readonly NamedModel[];
  none: string;
  onChange: (model: NamedModel | undefined) => void;
};

const ModelSelect = ({ value, models, none, onChange }: ModelProps) => {
  const keyOf = ({ provider, model }: NamedModel) => `${provider}/${model}`;
  const isKnown = !value || models.some((each) => keyOf(each) === keyOf(value));
  const all = value && !isKnown ? [value, ...models] : models;
  return (
    <Select
      value={value ? keyOf(value) : ""}
      onChange={(event) => onChange(all.find((each) => keyOf(each) === event.currentTarget.value))}
    >
      <option value="">{none}</option>
      {all.map((each) => (
        <option key={keyOf(each)} value={keyOf(each)}>
          {each.model} · {each.provider}
        </option>
      ))}
    </Select>
  );
};
