import { X } from "lucide-react";
import type { ReactNode } from "react";
import type { NamedModel } from "#shared/model/trial.ts";
import { classes } from "../ui/classes.ts";
import { Select } from "../ui/field.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import ui from "../ui/basics.module.css";
import styles from "./run-form.module.css";

export const Labelled = ({ text, children }: { text: string; children: ReactNode }) => (
  <label className={styles.labelled}>
    <span className={classes(ui.small, ui.muted)}>{text}</span>
    {children}
  </label>
);

type RemovableProps = { text: string; title: string; remove: string; onRemove: () => void };

/** A choice that was made and can be undone. */
export const Removable = ({ text, title, remove, onRemove }: RemovableProps) => (
  <div className={styles.out}>
    <span className={classes(ui.ellipsis, ui.grow)} title={title}>
      {text}
    </span>
    <IconButton icon={X} label={remove} onClick={onRemove} />
  </div>
);

type ModelProps = {
  value: NamedModel | null | undefined;
  models: readonly NamedModel[];
  none: string;
  onChange: (model: NamedModel | undefined) => void;
};

export const ModelSelect = ({ value, models, none, onChange }: ModelProps) => {
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
