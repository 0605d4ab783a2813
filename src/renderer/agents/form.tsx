import { type SubmitEvent, useState } from "react";
import { Failure } from "#shared/contract/index.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import type { Draft } from "./agents-store.ts";
import { Field, type FieldSpec, isSameText, readText, textOf } from "./field.tsx";
import { Problem } from "../ui/problem.tsx";
import { classes } from "../ui/classes.ts";
import { failureText } from "../ui/failure-text.ts";
import ui from "../ui/basics.module.css";
import styles from "./form.module.css";

export type Section = { readonly title: string; readonly fields: readonly FieldSpec[] };

type Props = {
  label: string;
  sections: readonly Section[];
  value: unknown;
  readOnly?: boolean;
  draft: Draft | undefined;
  onType: (draft: Draft) => void;
  /** Receives only the changed values, nested as in the file. Rejects with the invalid key. */
  onSave: (changes: Readonly<Record<string, unknown>>) => Promise<void>;
};

const nothing: Draft = {};

/** A form over a file: checked while typing, written on save. */
export const Form = ({ label, sections, value, readOnly = false, draft: texts = nothing, ...act }: Props) => {
  const [refused, setRefused] = useState<{ key: string; message: string } | null>(null);
  const [saving, setSaving] = useState(false);

  const rows = sections.flatMap((section) => section.fields);
  const savedText = (spec: FieldSpec) => textOf(valueAt(value, spec.key), spec.kind);
  const changed = rows.filter((spec) => {
    const text = texts[spec.key];
    return text !== undefined && !isSameText(text, savedText(spec), spec);
  });
  const wrongOf = (spec: FieldSpec): string | null => {
    const text = texts[spec.key];
    if (refused?.key === spec.key) return refused.message;
    if (text === undefined || isSameText(text, savedText(spec), spec)) return null;
    const read = readText(text, spec);
    return "wrong" in read ? read.wrong : null;
  };
  const blocked = changed.some((spec) => wrongOf(spec) !== null);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    let changes: Readonly<Record<string, unknown>> = {};
    for (const spec of changed) {
      const read = readText(texts[spec.key] ?? "", spec);
      if ("value" in read) changes = withValue(changes, spec.key.split("."), read.value);
    }
    setSaving(true);
    try {
      await act.onSave(changes);
      act.onType({});
      setRefused(null);
    } catch (error) {
      setRefused(refusalOf(error, rows));
    } finally {
      setSaving(false);
    }
  };

  return (
    <form className={styles.form} aria-label={label} onSubmit={(event) => void submit(event)} noValidate>
      {sections.map(({ title, fields }) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          {fields.map((spec) => (
            <Field
              key={spec.key}
              spec={spec}
              text={texts[spec.key] ?? savedText(spec)}
              wrong={wrongOf(spec)}
              disabled={readOnly}
              onChange={(text) => {
                setRefused(null);
                act.onType(withText(texts, spec.key, text === savedText(spec) ? null : text));
              }}
            />
          ))}
        </fieldset>
      ))}
      {refused && !rows.some(({ key }) => key === refused.key) && (
        <Problem failure={refused.message} role="alert">
          {refused.message}
        </Problem>
      )}
      {!readOnly && (
        <div className={styles.formActions} data-shown={changed.length > 0 || undefined}>
          <span className={classes(ui.grow, ui.muted, ui.small)} role="status">
            {changed.length > 0 ? t.agents.changed(changed.length) : t.agents.unchanged}
          </span>
          <Button
            disabled={changed.length === 0}
            onClick={() => {
              setRefused(null);
              act.onType({});
            }}
          >
            {t.agents.discard}
          </Button>
          <Button kind="primary" type="submit" disabled={changed.length === 0 || blocked || saving}>
            {t.agents.save}
          </Button>
        </div>
      )}
    </form>
  );
};

/** Null: the saved value. */
const withText = (draft: Draft, key: string, text: string | null): Draft => {
  const { [key]: _, ...others } = draft;
  return text === null ? others : { ...others, [key]: text };
};

export const valueAt = (value: unknown, key: string): unknown =>
  key
    .split(".")
    .reduce<unknown>(
      (at, part) => (typeof at === "object" && at !== null ? Reflect.get(at, part) : undefined),
      value,
    );

const withValue = (
  into: Readonly<Record<string, unknown>>,
  [first = "", ...rest]: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> => {
  if (rest.length === 0) return { ...into, [first]: value };
  const inner = into[first] as Readonly<Record<string, unknown>> | undefined;
  return { ...into, [first]: withValue(inner ?? {}, rest, value) };
};

/** The core names the key; a message without one is shown below the form. */
const refusalOf = (error: unknown, rows: readonly FieldSpec[]) => {
  const message = failureText(error);
  const detail = error instanceof Failure ? (error.detail as { key?: unknown } | undefined) : undefined;
  const named = typeof detail?.key === "string" ? detail.key : "";
  const key = rows.find((spec) => spec.key === named || message.includes(`${spec.key}:`))?.key ?? "";
  return { key, message };
};
