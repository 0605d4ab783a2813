import type { Variant } from "#shared/model/trial.ts";
import { classes } from "../ui/classes.ts";
import { Input, Select } from "../ui/field.tsx";
import { t } from "../ui/messages/index.ts";
import { Labelled, ModelSelect, Removable } from "./run-fields.tsx";
import type { Choices } from "./trials-store.ts";
import ui from "../ui/basics.module.css";
import styles from "./run-form.module.css";

const words = t.trials.run;

type FormProps = { variant: Variant; choices: Choices; onChange: (variant: Variant) => void };

/** What differs from the project as it is: all in any combination. */
export const VariantForm = ({ variant, choices, onChange }: FormProps) => {
  const { name, model, temperature, overrides = {} } = variant;
  const files = Object.entries(overrides.files ?? {});
  const out = files.filter(([, { exclude }]) => exclude === true).map(([path]) => path);
  const withOverrides = (next: NonNullable<Variant["overrides"]>) => {
    const { overrides: _, ...rest } = variant;
    onChange(Object.keys(next).length === 0 ? rest : { ...rest, overrides: next });
  };
  const withFiles = (kept: readonly (typeof files)[number][]) => {
    const { files: _, ...rest } = overrides;
    withOverrides(kept.length === 0 ? rest : { ...rest, files: Object.fromEntries(kept) });
  };
  const leaveOut = (paths: readonly string[]) => {
    const kept = files.filter(([, { exclude }]) => exclude !== true);
    withFiles([...kept, ...paths.map((path): (typeof files)[number] => [path, { exclude: true }])]);
  };
  const texts = files.filter(([, { text }]) => text !== undefined).map(([path]) => path);
  const others = Object.keys(overrides).filter((key) => key !== "window" && key !== "files").length;
  const hidden = others + files.length - out.length - texts.length;
  return (
    <fieldset className={styles.variant}>
      <legend className={ui.spoken}>{words.variant(name)}</legend>
      <Labelled text={words.name}>
        <Input value={name} onChange={(event) => onChange({ ...variant, name: event.currentTarget.value })} />
      </Labelled>
      {choices.agents.length > 1 && (
        <AgentSelect variant={variant} agents={choices.agents} onChange={onChange} />
      )}
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
      <ProfileSelect variant={variant} profiles={choices.profiles} onChange={onChange} />
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
        <Removable
          key={path}
          text={path}
          title={path}
          remove={words.withoutRemove(path)}
          onRemove={() => leaveOut(out.filter((other) => other !== path))}
        />
      ))}
      {texts.map((path) => (
        <Removable
          key={path}
          text={words.otherText(path)}
          title={path}
          remove={words.otherTextRemove(path)}
          onRemove={() => withFiles(files.filter(([other]) => other !== path))}
        />
      ))}
      {hidden > 0 && <p className={classes(ui.muted, ui.small)}>{words.overrides(hidden)}</p>}
    </fieldset>
  );
};

type AgentProps = Pick<FormProps, "variant" | "onChange"> & { agents: Choices["agents"] };

const AgentSelect = ({ variant, agents, onChange }: AgentProps) => (
  <Labelled text={words.agent}>
    <Select
      value={variant.agent ?? ""}
      onChange={(event) => {
        const { agent: _, ...rest } = variant;
        const chosen = event.currentTarget.value;
        onChange(chosen === "" ? rest : { ...rest, agent: chosen });
      }}
    >
      <option value="">{words.firstAgent}</option>
      {agents.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  </Labelled>
);

type ProfileProps = Pick<FormProps, "variant" | "onChange"> & { profiles: Choices["profiles"] };

const ProfileSelect = ({ variant, profiles, onChange }: ProfileProps) => (
  <Labelled text={words.profile}>
    <Select
      value={variant.profile ?? ""}
      onChange={(event) => {
        const { profile: _, ...rest } = variant;
        const chosen = event.currentTarget.value;
        onChange(chosen === "" ? rest : { ...rest, profile: chosen });
      }}
    >
      <option value="">{words.unchanged}</option>
      {profiles.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </Select>
  </Labelled>
);
