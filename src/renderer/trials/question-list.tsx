import { Plus, X } from "lucide-react";
import type { Check, Question } from "#shared/model/trial.ts";
import { Button } from "../ui/button.tsx";
import { Input, Select, TextArea } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import styles from "./question-list.module.css";

const words = t.trials.set;

type Props = {
  questions: readonly Question[];
  onChange: (questions: readonly Question[]) => void;
};

/** Questions with their checks. */
export const QuestionList = ({ questions, onChange }: Props) => {
  const put = (index: number, question: Question) =>
    onChange(questions.map((each, at) => (at === index ? question : each)));
  return (
    <section className={styles.questions} aria-label={words.questions}>
      <ol className={styles.list}>
        {questions.map((question, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a question is only known by its place.
          <li key={index} className={styles.question}>
            <div className={styles.ask}>
              <TextArea
                aria-label={words.question(index + 1)}
                rows={Math.min(6, question.ask.split("\n").length)}
                value={question.ask}
                onChange={(event) => put(index, { ...question, ask: event.currentTarget.value })}
              />
              <IconButton
                icon={X}
                label={words.removeQuestion(index + 1)}
                onClick={() => onChange(questions.filter((_, at) => at !== index))}
              />
            </div>
            {question.checks.map((check, at) => (
              <CheckRow
                // oxlint-disable-next-line react/no-array-index-key -- a check is only known by its place.
                key={at}
                check={check}
                number={at + 1}
                question={index + 1}
                onChange={(next) =>
                  put(index, {
                    ...question,
                    checks: question.checks.map((one, n) => (n === at ? next : one)),
                  })
                }
                onRemove={() =>
                  put(index, { ...question, checks: question.checks.filter((_, n) => n !== at) })
                }
              />
            ))}
            <Button
              kind="quiet"
              size="small"
              onClick={() =>
                put(index, { ...question, checks: [...question.checks, { kind: "contains", text: "" }] })
              }
            >
              <Icon of={Plus} size={12} />
              {words.addCheck}
            </Button>
          </li>
        ))}
      </ol>
      <div>
        <Button size="small" onClick={() => onChange([...questions, { ask: "", checks: [] }])}>
          <Icon of={Plus} size={14} />
          {words.addQuestion}
        </Button>
      </div>
    </section>
  );
};

type RowProps = {
  check: Check;
  number: number;
  question: number;
  onChange: (check: Check) => void;
  onRemove: () => void;
};

const kinds = () => Object.entries(words.kinds) as [Check["kind"], string][];

const CheckRow = ({ check, number, question, onChange, onRemove }: RowProps) => (
  <div className={styles.check}>
    <Select
      aria-label={words.check(number, question)}
      value={check.kind}
      onChange={(event) => onChange(emptyCheck(event.currentTarget.value as Check["kind"]))}
    >
      {kinds().map(([kind, label]) => (
        <option key={kind} value={kind}>
          {label}
        </option>
      ))}
    </Select>
    <CheckFields check={check} label={words.checkText(number, question)} onChange={onChange} />
    <IconButton icon={X} label={words.removeCheck(number, question)} onClick={onRemove} />
  </div>
);

type FieldsProps = { check: Check; label: string; onChange: (check: Check) => void };

const CheckFields = ({ check, label, onChange }: FieldsProps) => {
  switch (check.kind) {
    case "contains":
    case "lacks":
      return (
        <Input
          className={ui.grow}
          aria-label={label}
          value={check.text}
          onChange={(event) => onChange({ ...check, text: event.currentTarget.value })}
        />
      );
    case "matches":
      return (
        <Input
          className={ui.grow}
          aria-label={label}
          value={check.pattern}
          onChange={(event) => onChange({ ...check, pattern: event.currentTarget.value })}
        />
      );
    case "json":
      return (
        <>
          <Input
            className={ui.grow}
            aria-label={label}
            placeholder={words.pathExample}
            value={check.path}
            onChange={(event) => onChange({ ...check, path: event.currentTarget.value })}
          />
          <Input
            aria-label={`${label}: ${words.equals}`}
            placeholder={words.equals}
            value={check.equals === undefined ? "" : JSON.stringify(check.equals)}
            onChange={(event) => onChange(withEquals(check, event.currentTarget.value))}
          />
        </>
      );
    case "number":
      return (
        <>
          {(["min", "max"] as const).map((end) => (
            <Input
              key={end}
              type="number"
              aria-label={`${label}: ${end === "min" ? words.from : words.to}`}
              placeholder={end === "min" ? words.from : words.to}
              value={check[end] ?? ""}
              onChange={(event) => onChange(withEnd(check, end, event.currentTarget.value))}
            />
          ))}
        </>
      );
  }
};

const emptyCheck = (kind: Check["kind"]): Check => {
  switch (kind) {
    case "contains":
    case "lacks":
      return { kind, text: "" };
    case "matches":
      return { kind, pattern: "" };
    case "json":
      return { kind, path: "" };
    case "number":
      return { kind };
  }
};

/** `7`, `true` and `null` are what they look like; everything else is a text. */
const withEquals = ({ path }: Extract<Check, { kind: "json" }>, typed: string): Check => {
  if (typed === "") return { kind: "json", path };
  try {
    const value: unknown = JSON.parse(typed);
    if (value === null || ["string", "number", "boolean"].includes(typeof value))
      return { kind: "json", path, equals: value as string | number | boolean | null };
  } catch {
    // It is a text without its quotes.
  }
  return { kind: "json", path, equals: typed };
};

const withEnd = (check: Extract<Check, { kind: "number" }>, end: "min" | "max", typed: string): Check => {
  const { min, max, ...rest } = check;
  const ends = { min, max, [end]: typed === "" ? undefined : Number(typed) };
  return {
    ...rest,
    ...(ends.min !== undefined && { min: ends.min }),
    ...(ends.max !== undefined && { max: ends.max }),
  };
};
