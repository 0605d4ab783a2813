import { useState } from "react";
import type { QuestionSet } from "#shared/model/trial.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Input, TextArea } from "../ui/field.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { told } from "../ui/told.ts";
import { QuestionList } from "./question-list.tsx";
import { RunForm } from "./run-form.tsx";
import type { ReadSet, TrialsStore } from "./trials-store.ts";
import ui from "../ui/basics.module.css";
import styles from "./set-page.module.css";

const words = t.trials.set;
const views = () =>
  (["form", "text"] as const).map((value) => ({
    value,
    label: value === "form" ? words.asForm : words.asText,
  }));

/** A question set as a form or as its YAML, and the form that tries it. */
export const SetPage = ({ store, read }: { store: TrialsStore; read: ReadSet }) => {
  const [view, setView] = useState<"form" | "text">(read.textOnly === null ? "form" : "text");
  const [draft, setDraft] = useState<QuestionSet>(read.set);
  const [text, setText] = useState(read.text);
  const [seen, setSeen] = useState(read);
  if (seen !== read) {
    // It was saved, so the drafts are what is in the file now.
    setSeen(read);
    setDraft(read.set);
    setText(read.text);
  }
  const { past, save } = store.getState();
  const asked = draft.questions.filter(({ ask }) => ask.trim() !== "");
  const isChanged = view === "text" ? text !== read.text : JSON.stringify(draft) !== JSON.stringify(read.set);
  const add = async (which: "yesterday" | "newest") => {
    const found = await past(which);
    if (found.length === 0) notify(words.noPast);
    const known = new Set(asked.map(({ ask }) => ask));
    const more = found.filter((ask) => !known.has(ask)).map((ask) => ({ ask, checks: [] }));
    setDraft({ ...draft, questions: [...asked, ...more] });
  };
  const keep = async () => {
    const path = await save(view === "text" ? text : { ...draft, questions: asked }, draft.title);
    notify(read.path === null ? words.made(path) : words.saved);
  };
  return (
    <div className={styles.set}>
      <div className={styles.head}>
        <label className={styles.title}>
          <span className={classes(ui.small, ui.muted)}>{words.name}</span>
          <Input
            value={draft.title}
            placeholder={words.nameExample}
            disabled={view === "text"}
            onChange={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
          />
        </label>
        {read.path !== null && (
          <Segmented
            label={words.view}
            value={view}
            options={read.textOnly === null ? views() : views().slice(1)}
            onChange={setView}
          />
        )}
        <Button
          kind="primary"
          disabled={!isChanged || (view === "form" && asked.length === 0)}
          onClick={() => told(keep())}
        >
          {words.save}
        </Button>
      </div>
      {read.textOnly !== null && <p className={ui.muted}>{words.textOnly(read.textOnly)}</p>}
      {read.problems.length > 0 && (
        <ul className={styles.problems}>
          {read.problems.map(({ line, message }) => (
            <li key={`${line} ${message}`} className={ui.warn}>
              {line !== null && <span className={ui.num}>{words.line(line)}: </span>}
              {message}
            </li>
          ))}
        </ul>
      )}
      {view === "text" ? (
        <TextArea
          className={styles.yaml}
          aria-label={words.yaml}
          rows={16}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : (
        <>
          <QuestionList
            questions={draft.questions}
            onChange={(questions) => setDraft({ ...draft, questions: [...questions] })}
          />
          <div className={styles.past}>
            <Button size="small" onClick={() => told(add("yesterday"))}>
              {words.past}
            </Button>
            <Button size="small" onClick={() => told(add("newest"))}>
              {words.pastAll}
            </Button>
          </div>
        </>
      )}
      {read.path === null || isChanged ? (
        <p className={classes(ui.muted, ui.small)}>{words.unsaved}</p>
      ) : (
        <RunForm key={read.hash} store={store} path={read.path} set={read.set} />
      )}
    </div>
  );
};
