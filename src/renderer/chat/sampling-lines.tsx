import { type ReactNode, useId, useState } from "react";
import {
  efforts,
  MAX_SEED,
  MAX_STOP_CHARS,
  MAX_STOPS,
  type Sampling,
  type SamplingField,
  samplingFields,
} from "#shared/model/sampling.ts";
import { classes } from "../ui/classes.ts";
import { Input, Select, TextArea } from "../ui/field.tsx";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import styles from "./answer-tuning.module.css";

type Change = { readonly [Field in SamplingField]?: Sampling[Field] | undefined };

type Props = {
  chosen: Sampling;
  takes: readonly SamplingField[];
  maxTemperature: number | null;
  provider: string;
  onChange: (change: Change) => void;
};

/** How the next answers choose their words: a line for each that the provider takes. */
export const SamplingLines = ({ chosen, takes, maxTemperature, provider, onChange }: Props) => {
  const words = t.chat.tuning;
  const refused = samplingFields.filter((field) => !takes.includes(field));
  return (
    <>
      {maxTemperature !== null && (
        <Slider
          label={words.temperature}
          value={chosen.temperature}
          range={{ min: 0, max: maxTemperature, step: 0.1, unset: Math.min(1, maxTemperature) }}
          onChange={(temperature) => onChange({ temperature })}
        />
      )}
      {takes.includes("topP") && (
        <Slider
          label={words.topP}
          value={chosen.topP}
          range={{ min: 0.05, max: 1, step: 0.05, unset: 1 }}
          onChange={(topP) => onChange({ topP })}
        />
      )}
      {takes.includes("effort") && (
        <Line label={words.effort}>
          {(id) => (
            <Select
              id={id}
              value={chosen.effort ?? ""}
              onChange={(event) => {
                const { value } = event.currentTarget;
                onChange({ effort: efforts.find((effort) => effort === value) });
              }}
            >
              <option value="">{words.servers}</option>
              {efforts.map((effort) => (
                <option key={effort} value={effort}>
                  {words.efforts[effort]}
                </option>
              ))}
            </Select>
          )}
        </Line>
      )}
      {takes.includes("seed") && <Seed value={chosen.seed} onChange={(seed) => onChange({ seed })} />}
      {takes.includes("stop") && <Stops value={chosen.stop} onChange={(stop) => onChange({ stop })} />}
      {refused.length > 0 && (
        <p className={classes(ui.quiet, ui.small)}>
          {words.notTaken(
            provider,
            refused.map((field) => words.fields[field]),
          )}
        </p>
      )}
    </>
  );
};

type LineProps = { label: string; children: (id: string) => ReactNode };

export const Line = ({ label, children }: LineProps) => {
  const id = useId();
  return (
    <div className={styles.line}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
};

type SliderProps = {
  label: string;
  value: number | undefined;
  /** `unset`: where the handle stands while nothing is chosen. */
  range: { readonly min: number; readonly max: number; readonly step: number; readonly unset: number };
  onChange: (value: number) => void;
};

const Slider = ({ label, value, range, onChange }: SliderProps) => {
  const words = t.chat.tuning;
  const { unset, ...limits } = range;
  return (
    <Line label={label}>
      {(id) => (
        <div className={styles.temperature}>
          <input
            id={id}
            type="range"
            {...limits}
            value={value ?? unset}
            data-unset={value === undefined || undefined}
            aria-valuetext={value === undefined ? words.servers : String(value)}
            onChange={(event) => onChange(Number(event.currentTarget.value))}
          />
          <output htmlFor={id} className={ui.num}>
            {value === undefined ? words.servers : value.toFixed(range.step < 0.1 ? 2 : 1)}
          </output>
        </div>
      )}
    </Line>
  );
};

type SeedProps = { value: number | undefined; onChange: (value: number | undefined) => void };

const Seed = ({ value, onChange }: SeedProps) => (
  <Line label={t.chat.tuning.seed}>
    {(id) => (
      <Input
        id={id}
        inputMode="numeric"
        placeholder={t.chat.tuning.anySeed}
        value={value ?? ""}
        onChange={(event) => {
          const digits = event.currentTarget.value.replaceAll(/\D/g, "");
          onChange(digits === "" ? undefined : Math.min(Number(digits), MAX_SEED));
        }}
      />
    )}
  </Line>
);

type StopsProps = {
  value: readonly string[] | undefined;
  onChange: (value: string[] | undefined) => void;
};

const Stops = ({ value, onChange }: StopsProps) => {
  // An empty line is not a text to end at, so the typed lines are kept here.
  const [typed, setTyped] = useState(value?.join("\n") ?? "");
  const shown = stopsOf(typed).join("\n") === (value ?? []).join("\n") ? typed : (value ?? []).join("\n");
  return (
    <Line label={t.chat.tuning.stop}>
      {(id) => (
        <TextArea
          id={id}
          rows={2}
          placeholder={t.chat.tuning.stopHint}
          value={shown}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTyped(text);
            const stops = stopsOf(text);
            onChange(stops.length === 0 ? undefined : stops);
          }}
        />
      )}
    </Line>
  );
};

const stopsOf = (text: string): string[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .slice(0, MAX_STOPS)
    .map((line) => line.slice(0, MAX_STOP_CHARS));
