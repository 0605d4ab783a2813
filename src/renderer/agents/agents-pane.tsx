import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { Agent } from "#shared/contract/agents.ts";
import type { ToolChoices } from "#shared/contract/tools.ts";
import type { Profile } from "#shared/model/profile.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { told } from "../ui/told.ts";
import { agentSections } from "./agent-sections.ts";
import type { AgentsStore, TakeBack } from "./agents-store.ts";
import type { DelegateChoices } from "./delegates-field.tsx";
import { Form } from "./form.tsx";
import { LayerOrder } from "./layer-order.tsx";
import { NewAgent } from "./new-agent.tsx";
import { PersonaCard } from "./persona-card.tsx";
import { profileSections } from "./profile-sections.ts";
import { type Choice, formOf, SideList } from "./side-list.tsx";
import { SubagentForm } from "./subagent-form.tsx";
import { Problem } from "../ui/problem.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./agents-pane.module.css";

type Props = { store: AgentsStore; onOpenFile: () => void; onOpen: (path: string) => void };

export const AgentsPane = ({ store, onOpenFile, onOpen }: Props) => {
  const state = useStore(store);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [adding, setAdding] = useState<"agent" | "subagent" | null>(null);
  useEffect(() => void store.getState().load(), [store]);

  if (state.status === "loading") return <Skeleton label={t.agents.loading} rows={8} />;
  if (state.status === "failed") {
    return (
      <div className={ui.padded}>
        <Problem failure={state.failure} role="alert">
          <span className={ui.strong}>{t.agents.failed}</span>{" "}
          <span className={ui.muted}>{state.failure}</span>
          <div className={ui.row}>
            <Button size="small" onClick={() => void state.load()}>
              {t.tryAgain}
            </Button>
            <Button size="small" kind="quiet" onClick={onOpenFile}>
              {t.agents.openFile}
            </Button>
          </div>
        </Problem>
      </div>
    );
  }

  const first = state.agents[0];
  const current = chosen ?? (first ? { kind: "agent" as const, id: first.id } : null);
  const agent = current?.kind === "agent" ? state.agents.find(({ id }) => id === current.id) : undefined;
  const subagent =
    current?.kind === "subagent" ? state.subagents.find(({ path }) => path === current.id) : undefined;
  const profile =
    current?.kind === "profile" ? state.profiles.find(({ id }) => id === current.id) : undefined;

  return (
    <div className={styles.agents}>
      <SideList
        state={state}
        chosen={adding ? null : current}
        onChoose={(choice) => {
          setAdding(null);
          setChosen(choice);
        }}
        onAdd={() => setAdding("agent")}
        onAddSubagent={() => setAdding("subagent")}
      />
      <div key={adding ? `new ${adding}` : current && formOf(current)} className={styles.agentsMain}>
        <Problems store={store} onOpenFile={onOpenFile} />
        {adding === "agent" && (
          <NewAgent
            taken={state.agents.map(({ id }) => id)}
            onCancel={() => setAdding(null)}
            onAdd={async (id, values) => {
              told(state.saveAgent(id, values).then(offerUndo(t.agents.added(values.displayName))));
              setAdding(null);
              setChosen({ kind: "agent", id });
            }}
          />
        )}
        {!adding && agent && <AgentForm key={agent.id} agent={agent} store={store} />}
        {(adding === "subagent" || (!adding && subagent)) && (
          <SubagentForm
            subagent={adding ? null : (subagent ?? null)}
            home={first?.workspace ?? ""}
            store={store}
            onOpen={onOpen}
            onSaved={(path, message, takeBack) => {
              offerUndo(message)(takeBack);
              setAdding(null);
              setChosen({ kind: "subagent", id: path });
            }}
          />
        )}
        {!adding && profile && (
          <ProfileForm
            key={profile.id}
            profile={profile}
            store={store}
            onShow={(id) => setChosen({ kind: "profile", id })}
          />
        )}
      </div>
    </div>
  );
};

const offerUndo = (message: string) => (takeBack: TakeBack) =>
  notify(message, takeBack ? { action: { label: t.undo, run: () => told(takeBack()) } } : {});

const Problems = ({ store, onOpenFile }: Omit<Props, "onOpen">) => {
  const { warnings, problems } = useStore(store);
  if (warnings.length + problems.length === 0) return null;
  return (
    <div className={styles.agentsProblems} role="status">
      <ul>
        {warnings.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            {line !== null && <span className={ui.num}>{t.agents.line(line)} </span>}
            {message}
          </li>
        ))}
        {problems.map(({ file, message }) => (
          <li key={file}>
            {file}: {message}
          </li>
        ))}
      </ul>
      {warnings.length > 0 && (
        <Button size="small" onClick={onOpenFile}>
          {t.agents.openFile}
        </Button>
      )}
    </div>
  );
};

const AgentForm = ({ agent, store }: { agent: Agent; store: AgentsStore }) => {
  const { profiles, models, providers, saveAgent, removeAgent, agents, identity, drafts, type } =
    useStore(store);
  const tools = useToolChoices(agent, store);
  const delegates = useDelegates(agent, store);
  const form = formOf({ kind: "agent", id: agent.id });
  const offers = {
    profiles: profiles.map(({ id, title }) => ({ value: id, label: title })),
    models: models.map((model) => ({ value: model, label: model })),
    providers: providers.map(({ id, name }) => ({ value: id, label: name })),
    tools,
    delegates,
  };
  return (
    <>
      <div className={classes(styles.agentsHead, ui.row)}>
        <h2 className={classes(ui.grow, ui.ellipsis)}>{agent.displayName}</h2>
        <span className={classes(ui.quiet, ui.small)}>{agent.id}</span>
        {agents.length > 1 && (
          <Button
            size="small"
            kind="quiet"
            onClick={() => told(removeAgent(agent.id).then(offerUndo(t.agents.removed(agent.displayName))))}
          >
            {t.agents.remove}
          </Button>
        )}
      </div>
      <PersonaCard agent={agent.id} read={identity} />
      <Form
        label={agent.displayName}
        sections={agentSections(agent, offers)}
        value={agent}
        draft={drafts[form]}
        onType={(draft) => type(form, draft)}
        onSave={async (changes) => {
          const takeBack = await saveAgent(agent.id, changes);
          offerUndo(t.agents.saved(agent.displayName))(takeBack);
        }}
      />
    </>
  );
};

/** Asked again when a change of the agent changes what they are or cost. */
const useToolChoices = ({ id, model, scope, memory }: Agent, store: AgentsStore): ToolChoices | null => {
  const [tools, setTools] = useState<ToolChoices | null>(null);
  useEffect(() => {
    let isShown = true;
    // A form without the list can still be saved; what went wrong shows elsewhere.
    store
      .getState()
      .toolChoices(id)
      .then(
        (found) => {
          if (isShown) setTools(found);
        },
        () => {},
      );
    return () => {
      isShown = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked again with what changes the answer.
  }, [store, id, model, scope, memory.enabled]);
  return tools;
};

/** The same for whom it can hand work to. */
const useDelegates = (agent: Agent, store: AgentsStore): DelegateChoices | null => {
  const [choices, setChoices] = useState<DelegateChoices | null>(null);
  useEffect(() => {
    let isShown = true;
    store
      .getState()
      .delegates(agent.id)
      .then(
        (found) => {
          if (isShown) setChoices(found);
        },
        () => {},
      );
    return () => {
      isShown = false;
    };
    // Each save makes a new agent, and may change the list.
  }, [store, agent]);
  return choices;
};

type ProfileProps = { profile: Profile; store: AgentsStore; onShow: (id: string) => void };

const ProfileForm = ({ profile, store, onShow }: ProfileProps) => {
  const { saveProfile, removeProfile, profiles, drafts, type } = useStore(store);
  const words = t.agents.profiles;
  const form = formOf({ kind: "profile", id: profile.id });
  const save = async (changes: Readonly<Record<string, unknown>>) => {
    const takeBack = await saveProfile({ ...merged(profile, changes) });
    offerUndo(t.agents.saved(profile.title))(takeBack);
  };
  const duplicate = async () => {
    const id = freeId(
      `my-${profile.id}`,
      profiles.map((each) => each.id),
    );
    const takeBack = await saveProfile({ id, from: profile.id, title: words.copyOf(profile.title) });
    offerUndo(words.duplicated(words.copyOf(profile.title)))(takeBack);
    onShow(id);
  };
  return (
    <>
      <div className={classes(styles.agentsHead, ui.row)}>
        <h2 className={classes(ui.grow, ui.ellipsis)}>{profile.title}</h2>
        <span className={classes(ui.quiet, ui.small)}>{profile.id}</span>
        {!profile.builtIn && (
          <Button
            size="small"
            kind="quiet"
            onClick={() => told(removeProfile(profile.id).then(offerUndo(t.agents.removed(profile.title))))}
          >
            {t.agents.remove}
          </Button>
        )}
        <Button size="small" onClick={() => told(duplicate())}>
          {words.duplicate}
        </Button>
      </div>
      {aboutOf(profile) && <p>{aboutOf(profile)}</p>}
      {profile.builtIn && <p className={styles.agentsNote}>{words.shippedText}</p>}
      <LayerOrder
        layers={profile.layers}
        readOnly={profile.builtIn}
        onMove={(layers) => told(save({ layers }))}
      />
      <Form
        label={profile.title}
        sections={profileSections(profile)}
        value={profile}
        readOnly={profile.builtIn}
        draft={drafts[form]}
        onType={(draft) => type(form, draft)}
        onSave={save}
      />
    </>
  );
};

type Values = Readonly<Record<string, unknown>>;

/** Groups are merged, so that a changed field does not remove its neighbours. */
const merged = (before: Values, changes: Values): Values => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(changes).map(([key, value]) => {
      const known = before[key];
      return isGroup(known) && isGroup(value) ? [key, { ...known, ...value }] : [key, value];
    }),
  ),
});

const isGroup = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const freeId = (wanted: string, taken: readonly string[]): string => {
  let id = wanted;
  for (let n = 2; taken.includes(id); n += 1) id = `${wanted}-${n}`;
  return id;
};

const aboutOf = ({ id, from }: Profile): string | undefined =>
  t.agents.profiles.about[id] ?? t.agents.profiles.about[from ?? ""];
