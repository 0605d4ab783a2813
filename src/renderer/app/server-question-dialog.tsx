import { type SubmitEvent, useState } from "react";
import { useStore } from "zustand";
import type { McpAnswer, McpField, McpQuestion } from "#shared/model/mcp-question.ts";
import { visibleText } from "#shared/model/visible-text.ts";
import { formatDollars } from "../budget/next/cost.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { Problem } from "../ui/problem.tsx";
import { useAttempt } from "../ui/use-attempt.ts";
import ui from "../ui/basics.module.css";
import { type FieldValue, QuestionField, valueOf } from "./question-field.tsx";
import styles from "./server-question-dialog.module.css";
import { useWorkbench } from "./workbench-context.ts";

const words = t.mcp.question;

/** What a tool server asks, over whatever is open: its tool waits for the answer. */
export const ServerQuestionDialog = () => {
  const { serverQuestions } = useWorkbench();
  const { questions, answer } = useStore(serverQuestions);
  const [question] = questions;
  return question ? <Question key={question.id} question={question} onAnswer={answer} /> : null;
};

type Props = {
  question: McpQuestion;
  onAnswer: (answer: Partial<McpAnswer> & Pick<McpAnswer, "id" | "action">) => Promise<void>;
};

export const Question = ({ question, onAnswer }: Props) => {
  const { id, server } = question;
  const fields = question.kind === "form" ? question.fields : [];
  const [typed, setTyped] = useState<ReadonlyMap<string, FieldValue>>(() => initialOf(fields));
  const { working, failure, attempt } = useAttempt();
  const say = (rest: Pick<McpAnswer, "action"> & Partial<McpAnswer>) =>
    void attempt(() => onAnswer({ id, ...rest }));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = fields.flatMap((field) => {
      const value = valueOf(field, typed.get(field.name) ?? "");
      return value === null ? [] : [{ name: field.name, value }];
    });
    say({ action: "accept", values });
  };
  return (
    <Dialog.Root open onOpenChange={() => say({ action: "cancel" })}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content>
          <Dialog.Title>
            {question.kind === "form" ? words.form(server) : words.sampling(server)}
          </Dialog.Title>
          <Dialog.Description>{aboutOf(question)}</Dialog.Description>
          <form onSubmit={submit} noValidate>
            <div className={styles.scroll} tabIndex={0} role="group" aria-label={words.form(server)}>
              {question.kind === "form" ? (
                <>
                  <p className={styles.message}>{visibleText(question.message)}</p>
                  {fields.map((field) => (
                    <QuestionField
                      key={field.name}
                      field={field}
                      value={typed.get(field.name) ?? ""}
                      onChange={(value) => setTyped(new Map(typed).set(field.name, value))}
                    />
                  ))}
                </>
              ) : (
                <Sent question={question} />
              )}
            </div>
            {failure !== null && (
              <Problem failure={failure} role="alert">
                {visibleText(failure)}
              </Problem>
            )}
            <Dialog.Actions>
              <Button kind="quiet" disabled={working} onClick={() => say({ action: "decline", never: true })}>
                {words.never}
              </Button>
              <span className={ui.grow} />
              <Button disabled={working} onClick={() => say({ action: "decline" })}>
                {words.decline}
              </Button>
              <Button kind="primary" type="submit" disabled={working}>
                {question.kind === "form" ? words.send : words.allow}
              </Button>
            </Dialog.Actions>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

const aboutOf = (question: McpQuestion): string => {
  if (question.kind === "form") return words.formText;
  const { provider, model, local } = question;
  return local ? words.samplingLocal(model) : words.samplingText(provider, model);
};

type Sampling = Extract<McpQuestion, { kind: "sampling" }>;

/** Everything that would be sent, and the bill. */
const Sent = ({ question }: { question: Sampling }) => {
  const { messages, tokens, exact, maxTokens } = question;
  return (
    <>
      <p className={classes(ui.num, ui.strong)}>
        {words.reads(`${exact ? "" : "~"}${formatCount(tokens)}`, formatCount(maxTokens))}, {billOf(question)}
      </p>
      {messages.map(({ role, text }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- messages have no other key than their index.
        <div key={index}>
          <p className={classes(ui.muted, ui.small)}>{words.roles[role]}</p>
          <pre className={styles.sent}>{visibleText(text)}</pre>
        </div>
      ))}
    </>
  );
};

const billOf = ({ maxCost, local }: Sampling): string => {
  if (local) return words.free;
  return maxCost === null ? words.noPrice : words.cost(formatDollars(maxCost));
};

const initialOf = (fields: readonly McpField[]): ReadonlyMap<string, FieldValue> =>
  new Map(
    fields.map(({ name, initial }) => [
      name,
      typeof initial === "number" ? String(initial) : (initial ?? ""),
    ]),
  );
