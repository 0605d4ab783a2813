import { type ReactNode, useEffect, useId } from "react";
import type { ToolChoices } from "#shared/contract/tools.ts";
import { formatCount, readCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { Input, Select, TextArea } from "../ui/field.tsx";
import { Switch } from "../ui/switch.tsx";
import { readTools, ToolsField, toolsText } from "./tools-field.tsx";
import { type DelegateChoices, DelegatesField } from "./delegates-field.tsx";
import ui from "../ui/basics.module.css";
import styles from "./field.module.css";

/** How a value is edited. The typed text is parsed into a value. */
export type FieldKind =
  | "text"
  | "long"
  | "count"
  | "number"
  | "share"
  | "words"
  | "lines"
  | "flag"
  | "choice"
  | "tools"
  | "delegates";

export type FieldSpec = {
  /** The path of the value, with dots: `workspaceGit.enabled`. */
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind: FieldKind;
  /** The smallest accepted count. */
  readonly least?: number;
  /** An empty field removes the key. */
  readonly optional?: boolean;
  readonly placeholder?: string;
  /** The options of a choice; for a text, the suggestions while typing. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** What can be chosen in a field of tools; null until it is known. */
  readonly tools?: ToolChoices | null;
  /** The same in a field of agents that work can be handed to. */
  readonly delegates?: DelegateChoices | null;
};

export type Reading = { readonly value: unknown } | { readonly wrong: string };

export const textOf = (value: unknown, kind: FieldKind): string => {
  if (kind === "tools") return toolsText((value as readonly string[] | null | undefined) ?? null);
  if (value === null || value === undefined) return "";
  if (kind === "count" && typeof value === "number") return formatCount(value);
  if (Array.isArray(value)) return value.join(kind === "words" || kind === "delegates" ? ", " : "\n");
  return typeof value === "string" ? value : JSON.stringify(value);
};

/** Parses the typed text with the same rules as the file, so that errors show before saving. */
export const readText = (text: string, { kind, optional, least = 0 }: FieldSpec): Reading => {
  const trimmed = text.trim();
  if (kind === "flag") return { value: text === "true" };
  if (kind === "tools") return { value: readTools(text) };
  if (kind === "words" || kind === "lines" || kind === "delegates") {
    const parts = text
      .split(kind === "lines" ? "\n" : ",")
      .map((part) => part.trim())
      .filter(Boolean);
    return { value: optional && parts.length === 0 ? null : parts };
  }
  if (trimmed === "") return optional ? { value: null } : { wrong: t.agents.empty };
  if (kind === "count") {
    const count = readCount(trimmed);
    if (count === null) return { wrong: t.agents.notCount };
    return count < least ? { wrong: t.agents.tooSmall(least) } : { value: count };
  }
  if (kind === "number") {
    const number = Number(trimmed);
    return Number.isFinite(number) ? { value: number } : { wrong: t.agents.notNumber };
  }
  if (kind === "share") {
    const share = Number(trimmed);
    return share > 0 && share <= 1 ? { value: share } : { wrong: t.agents.notShare };
  }
  return { value: kind === "long" ? text : trimmed };
};

/** Whether two texts mean the same value, so that nothing is to be saved. */
export const isSameText = (text: string, saved: string, spec: FieldSpec): boolean =>
  text === saved ||
  (spec.kind === "count" && JSON.stringify(readText(text, spec)) === JSON.stringify(readText(saved, spec)));

type Props = {
  spec: FieldSpec;
  text: string;
  /** Why it cannot be saved. */
  wrong: string | null;
  disabled?: boolean;
  /** The user opened the form, so this field takes the focus. */
  takesKeys?: boolean;
  onChange: (text: string) => void;
};

export const Field = ({ spec, text, wrong, disabled, takesKeys = false, onChange }: Props) => {
  const id = useId();
  useEffect(() => {
    if (takesKeys) document.getElementById(id)?.focus();
  }, [takesKeys, id]);
  const shared = {
    id,
    disabled,
    "aria-invalid": wrong !== null || undefined,
    "aria-describedby": wrong || spec.hint ? `${id}-hint` : undefined,
  };
  return (
    <div className={styles.formField} data-kind={spec.kind}>
      {spec.kind === "tools" || spec.kind === "delegates" ? (
        <span id={`${id}-label`} className={styles.formLabel}>
          {spec.label}
        </span>
      ) : (
        <label htmlFor={id} className={styles.formLabel}>
          {spec.label}
        </label>
      )}
      {controlOf(spec, text, shared, onChange)}
      {(wrong || spec.hint) && (
        <p id={`${id}-hint`} className={wrong ? ui.wrong : styles.formHint}>
          {wrong ?? spec.hint}
        </p>
      )}
    </div>
  );
};

type Shared = { id: string; disabled: boolean | undefined };

const controlOf = (
  { kind, placeholder, options, tools = null, delegates = null }: FieldSpec,
  text: string,
  shared: Shared,
  onChange: (text: string) => void,
): ReactNode => {
  if (kind === "flag") {
    return (
      <Switch
        {...shared}
        checked={text === "true"}
        onChange={(event) => onChange(String(event.currentTarget.checked))}
      />
    );
  }
  if (kind === "tools") {
    const { id, disabled } = shared;
    return (
      <ToolsField
        id={id}
        text={text}
        choices={tools}
        disabled={disabled}
        labelledBy={`${id}-label`}
        onChange={onChange}
      />
    );
  }
  if (kind === "delegates") {
    const { id, disabled } = shared;
    return (
      <DelegatesField
        id={id}
        text={text}
        choices={delegates}
        disabled={disabled}
        labelledBy={`${id}-label`}
        onChange={onChange}
      />
    );
  }
  if (kind === "choice") {
    return (
      <Select {...shared} value={text} onChange={(event) => onChange(event.currentTarget.value)}>
        {options?.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    );
  }
  if (kind === "long" || kind === "lines") {
    return (
      <TextArea
        {...shared}
        rows={kind === "long" ? 9 : Math.max(2, text.split("\n").length)}
        spellCheck={kind === "long"}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <>
      <Input
        {...shared}
        spellCheck={false}
        inputMode={kind === "count" ? "numeric" : kind === "number" ? "decimal" : undefined}
        placeholder={placeholder}
        list={options && `${shared.id}-offers`}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {options && (
        <datalist id={`${shared.id}-offers`}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
};
