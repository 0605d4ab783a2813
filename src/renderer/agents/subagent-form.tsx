import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { SubagentInfo, SubagentValues } from "#shared/contract/agents.ts";
import type { ToolChoices } from "#shared/contract/tools.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { formatTokens } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { Problem } from "../ui/problem.tsx";
import { told } from "../ui/told.ts";
import { WindowBar } from "../ui/window-bar.tsx";
import ui from "../ui/basics.module.css";
import paneStyles from "./agents-pane.module.css";
import type { AgentsStore, Draft, TakeBack, TriedSubagent } from "./agents-store.ts";
import { type FieldSpec, readText, textOf } from "./field.tsx";
import { Form, type Section } from "./form.tsx";
import { formOf } from "./side-list.tsx";
import styles from "./subagent-form.module.css";

type Props = {
  /** Null: a new one. */
  subagent: SubagentInfo | null;
  /** The workspace of a new one. */
  home: string;
  store: AgentsStore;
  onSaved: (path: string, message: string, takeBack: TakeBack) => void;
  onOpen: (path: string) => void;
};

/** How long the preview waits for the next key. */
const REST_MS = 300;

const NEW: SubagentValues = {
  description: "",
  workspace: "isolated",
  model: null,
  steps: 10,
  tools: null,
  temperature: null,
  prompt: "",
};

/** A file of `subagents/` as a form, with what its prompt takes beside it. */
export const SubagentForm = ({ subagent, home, store, onSaved, onOpen }: Props) => {
  const { agents, models, drafts, type, saveSubagent } = useStore(store);
  const words = t.agents.subagents;
  const form = formOf({ kind: "subagent", id: subagent?.path ?? NEW_FORM });
  const draft = drafts[form] ?? NOTHING;
  const caller = agents.find(({ workspace }) => workspace === (subagent?.home ?? home));
  const tools = useTools(caller?.id, store);
  const sections = sectionsOf(subagent === null, models, tools);
  const value = { id: subagent?.id ?? "", ...(subagent?.values ?? NEW) };
  const typed = typedValues(sections, value, draft);
  const asked = { id: typed.id, home: subagent?.home ?? home, values: typed.values };
  const tried = useTried(asked, store);
  const askers = agents.filter(({ allowedDelegates }) => allowedDelegates.includes(value.id));
  if (subagent !== null && subagent.values === null) {
    return (
      <Problem topic="subagents" role="alert">
        <p>{subagent.problem}</p>
        <Button size="small" onClick={() => onOpen(subagent.path)}>
          {words.openFile}
        </Button>
      </Problem>
    );
  }
  return (
    <>
      <div className={classes(paneStyles.agentsHead, ui.row)}>
        <h2 className={classes(ui.grow, ui.ellipsis)}>{subagent?.id ?? words.add}</h2>
        {subagent && (
          <Button size="small" kind="quiet" onClick={() => onOpen(subagent.path)}>
            {words.openFile}
          </Button>
        )}
      </div>
      <p className={paneStyles.agentsNote}>
        {subagent === null || askers.length > 0
          ? words.about(askers.map(({ displayName }) => displayName))
          : words.unasked}
      </p>
      <div className={styles.beside}>
        <Form
          label={subagent?.id ?? words.add}
          sections={sections}
          value={value}
          draft={drafts[form]}
          onType={(next) => type(form, next)}
          onSave={async () => {
            const { path, takeBack } = await saveSubagent(asked, subagent !== null);
            onSaved(path, t.agents.saved(asked.id), takeBack);
          }}
        />
        <PromptBudget tried={tried} />
      </div>
    </>
  );
};

const NEW_FORM = "new";
const NOTHING: Draft = {};

const PromptBudget = ({ tried }: { tried: TriedSubagent | null }) => {
  const words = t.agents.subagents;
  return (
    <aside className={styles.budget} aria-label={words.budget}>
      <h3>{words.budget}</h3>
      {tried?.problem && <p className={ui.wrong}>{tried.problem}</p>}
      {tried?.manifest && <Figures manifest={tried.manifest} />}
    </aside>
  );
};

const Figures = ({ manifest }: { manifest: Manifest }) => {
  const { used, max } = manifest.window;
  return (
    <>
      <p>
        <b className={ui.num}>{formatTokens(used, manifest.exact)}</b>{" "}
        <span className={ui.muted}>{t.agents.subagents.ofWindow(formatTokens(max, true))}</span>
      </p>
      <WindowBar manifest={manifest} />
      <table className={styles.layers}>
        <tbody>
          {manifest.layers
            .filter(({ tokens }) => tokens > 0)
            .map(({ id, title, tokens }) => (
              <tr key={id}>
                <th scope="row">{t.budget.layers[id] ?? title}</th>
                <td className={ui.num}>{formatTokens(tokens, manifest.exact)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
};

const sectionsOf = (
  isNew: boolean,
  models: readonly string[],
  tools: ToolChoices | null,
): readonly Section[] => {
  const { fields } = t.agents.subagents;
  const name: FieldSpec = { key: "id", kind: "text", ...fields.id };
  return [
    {
      title: t.agents.sections.who,
      fields: [
        ...(isNew ? [name] : []),
        { key: "description", kind: "text", ...fields.description },
        {
          key: "workspace",
          kind: "choice",
          ...fields.workspace,
          options: (["isolated", "shared"] as const).map((mode) => ({
            value: mode,
            label: t.agents.subagents.modes[mode],
          })),
        },
      ],
    },
    { title: t.agents.sections.prompt, fields: [{ key: "prompt", kind: "long", ...fields.prompt }] },
    {
      title: t.agents.sections.model,
      fields: [
        {
          key: "model",
          kind: "text",
          optional: true,
          ...fields.model,
          options: models.map((model) => ({ value: model, label: model })),
        },
        { key: "steps", kind: "count", least: 1, optional: true, ...fields.steps },
        { key: "temperature", kind: "number", optional: true, ...fields.temperature },
      ],
    },
    { title: t.agents.sections.tools, fields: [{ key: "tools", kind: "tools", ...fields.tools, tools }] },
  ];
};

type Value = SubagentValues & { readonly id: string };

/** The values with what is typed over them; a field that cannot be read keeps its value. */
const typedValues = (
  sections: readonly Section[],
  value: Value,
  draft: Draft,
): { readonly id: string; readonly values: SubagentValues } => {
  const read = Object.fromEntries(
    sections
      .flatMap(({ fields }) => fields)
      .flatMap((spec) => {
        const saved = Reflect.get(value, spec.key) as unknown;
        const reading = readText(draft[spec.key] ?? textOf(saved, spec.kind), spec);
        return "value" in reading ? [[spec.key, reading.value] as const] : [];
      }),
  );
  const { id, ...values } = { ...value, ...read };
  return { id, values };
};

/** Asked again when the typing rests. */
const useTried = (asked: Asked, store: AgentsStore): TriedSubagent | null => {
  const [tried, setTried] = useState<TriedSubagent | null>(null);
  const key = JSON.stringify(asked);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      store
        .getState()
        .trySubagent(JSON.parse(key) as Asked, stop.signal)
        .then(
          (found) => {
            if (!stop.signal.aborted) setTried(found);
          },
          () => {},
        );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, store]);
  return tried;
};

type Asked = { readonly id: string; readonly home: string; readonly values: SubagentValues };

const useTools = (agent: string | undefined, store: AgentsStore): ToolChoices | null => {
  const [tools, setTools] = useState<ToolChoices | null>(null);
  useEffect(() => {
    if (agent === undefined) return;
    let isShown = true;
    told(
      store
        .getState()
        .toolChoices(agent)
        .then((found) => {
          if (isShown) setTools(found);
        }),
    );
    return () => {
      isShown = false;
    };
  }, [agent, store]);
  return tools;
};
