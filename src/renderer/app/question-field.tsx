import { useId } from "react";
import type { McpAnswer, McpField } from "#shared/model/mcp-question.ts";
import { visibleText } from "#shared/model/visible-text.ts";
import { classes } from "../ui/classes.ts";
import { Input, Select } from "../ui/field.tsx";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import styles from "./server-question-dialog.module.css";

/** As it is typed: a number is still a text. */
export type FieldValue = string | boolean | readonly string[];

type Props = { field: McpField; value: FieldValue; onChange: (value: FieldValue) => void };

const words = t.mcp.question;

/** One field of a server's form. All its words are the server's, so they are shown as plain text. */
export const QuestionField = (props: Props) => {
  const { field, value, onChange } = props;
  const id = useId();
  const title = (
    <span>
      <span className={ui.strong}>{visibleText(field.title)}</span>{" "}
      {field.required && <span className={ui.quiet}>{words.required}</span>}
    </span>
  );
  const note = field.text !== "" && (
    <span id={id} className={classes(ui.muted, ui.small)}>
      {visibleText(field.text)}
    </span>
  );
  if (field.kind === "yes-no")
    return (
      <div className={styles.field}>
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          {title}
        </label>
        {note}
      </div>
    );
  if (field.kind === "choices") return <Choices {...props} />;
  const described = field.text === "" ? {} : { "aria-describedby": id };
  return (
    <div className={styles.field}>
      <label>
        {title}
        {field.kind === "choice" ? (
          <Select
            value={String(value)}
            required={field.required}
            {...described}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            <option value="">{words.choose}</option>
            {field.options.map((option) => (
              <option key={option.value} value={option.value}>
                {visibleText(option.title)}
              </option>
            ))}
          </Select>
        ) : (
          <Input
            value={String(value)}
            required={field.required}
            inputMode={field.kind === "text" ? "text" : "decimal"}
            autoComplete="off"
            {...described}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </label>
      {note}
    </div>
  );
};

const Choices = ({ field, value, onChange }: Props) => {
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  return (
    <fieldset className={styles.field}>
      <legend className={ui.strong}>{visibleText(field.title)}</legend>
      {field.text !== "" && <p className={classes(ui.muted, ui.small)}>{visibleText(field.text)}</p>}
      {field.options.map((option) => (
        <label key={option.value} className={styles.tick}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            onChange={(event) => {
              const others = chosen.filter((each) => each !== option.value);
              onChange(event.currentTarget.checked ? [...others, option.value] : others);
            }}
          />
          {visibleText(option.title)}
        </label>
      ))}
    </fieldset>
  );
};

/** What is sent of a field; null: nothing was entered. A number that is none is sent as it is and refused. */
export const valueOf = (
  { kind }: McpField,
  value: FieldValue,
): McpAnswer["values"][number]["value"] | null => {
  if (value === "") return null;
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return [...value];
  const number = kind === "number" || kind === "integer" ? Number(value.trim()) : Number.NaN;
  return Number.isNaN(number) ? value : number;
};
