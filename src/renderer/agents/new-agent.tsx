import { type SubmitEvent, useState } from "react";
import { AGENT_TEMPLATES, type AgentTemplate, promptOf } from "#shared/model/agent-templates.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { Field } from "./field.tsx";
import formStyles from "./form.module.css";
import ui from "../ui/basics.module.css";

type Props = {
  taken: readonly string[];
  onAdd: (id: string, values: NewValues) => Promise<void>;
  onCancel: () => void;
};

/** What is written to agents.yaml for a new agent. */
export type NewValues = {
  readonly displayName: string;
  readonly domain?: string;
  readonly systemPromptTemplate?: string;
};

/** A name is enough; the id is derived from it and can be changed. */
export const NewAgent = ({ taken, onAdd, onCancel }: Props) => {
  const [name, setName] = useState("");
  const [ownId, setOwnId] = useState<string | null>(null);
  const [template, setTemplate] = useState<AgentTemplate["id"]>("plain");
  const id = ownId ?? idOf(name);
  const wrong = wrongId(id, taken);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name.trim() && !wrong) void onAdd(id, { displayName: name.trim(), ...valuesOf(template) });
  };
  const words = t.agents;
  return (
    <form className={formStyles.form} aria-label={words.add} onSubmit={submit} noValidate>
      <fieldset>
        <legend>{words.add}</legend>
        <Field
          spec={{ key: "name", kind: "text", ...words.fields.displayName }}
          text={name}
          wrong={null}
          takesKeys
          onChange={setName}
        />
        <Field
          spec={{ key: "id", kind: "text", label: words.id, hint: words.idHint }}
          text={id}
          wrong={name === "" && ownId === null ? null : wrong}
          onChange={setOwnId}
        />
      </fieldset>
      <fieldset>
        <legend>{words.templates.label}</legend>
        {AGENT_TEMPLATES.map((each) => (
          <label key={each.id} className={formStyles.template}>
            <input
              type="radio"
              name="template"
              checked={template === each.id}
              onChange={() => setTemplate(each.id)}
            />
            <span>
              <span className={ui.strong}>{words.templates[each.id].title}</span>
              <span className={formStyles.templateText}>{words.templates[each.id].text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className={formStyles.formActions} data-shown>
        <span className={ui.grow} />
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button kind="primary" type="submit" disabled={name.trim() === "" || wrong !== null}>
          {words.addButton}
        </Button>
      </div>
    </form>
  );
};

const valuesOf = (id: AgentTemplate["id"]): Omit<NewValues, "displayName"> => {
  const template = AGENT_TEMPLATES.find((each) => each.id === id);
  const prompt = template && promptOf(template);
  return template && prompt ? { domain: template.domain, systemPromptTemplate: prompt } : {};
};

const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

const wrongId = (id: string, taken: readonly string[]): string | null => {
  if (!/^[a-z0-9-]+$/.test(id)) return t.agents.badId;
  return taken.includes(id) ? t.agents.takenId : null;
};
