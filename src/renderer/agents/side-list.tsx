import { Bot, HandHelping, Layers, Plus } from "lucide-react";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import type { AgentsState } from "./agents-store.ts";
import { NavList, NavRow, NavText, NavTitle } from "../ui/nav-list.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./side-list.module.css";

export type Choice = { readonly kind: "agent" | "subagent" | "profile"; readonly id: string };

/** The name under which the draft of its form is stored. */
export const formOf = ({ kind, id }: Choice): string => `${kind} ${id}`;

const ICONS = { agent: Bot, subagent: HandHelping, profile: Layers } as const;

type Props = {
  state: Pick<AgentsState, "agents" | "subagents" | "profiles" | "drafts">;
  chosen: Choice | null;
  onChoose: (choice: Choice) => void;
  onAdd: () => void;
  onAddSubagent: () => void;
};

export const SideList = ({ state, chosen, onChoose, onAdd, onAddSubagent }: Props) => {
  const { agents, subagents, profiles, drafts } = state;
  const row = (kind: Choice["kind"], id: string, title: string, text: string) => (
    <li key={id}>
      <NavRow
        aria-current={(chosen?.kind === kind && chosen.id === id) || undefined}
        onClick={() => onChoose({ kind, id })}
      >
        <Icon of={ICONS[kind]} size={14} />
        <span className={ui.grow}>
          <NavTitle className={ui.ellipsis} title={title}>
            {title}
          </NavTitle>
          <NavText className={ui.ellipsis} title={text}>
            {text}
          </NavText>
        </span>
        {drafts[formOf({ kind, id })] && (
          <span className={styles.unsavedDot} role="img" aria-label={t.unsaved} />
        )}
      </NavRow>
    </li>
  );
  const titleOf = (profile: string) => profiles.find(({ id }) => id === profile)?.title ?? profile;
  return (
    <nav className={styles.agentsSide} aria-label={t.agents.side}>
      <div className={classes(styles.sideHead, ui.row)}>
        <h2 className={ui.grow}>{t.agents.title}</h2>
        <IconButton icon={Plus} label={t.agents.add} onClick={onAdd} />
      </div>
      <NavList>
        {agents.map(({ id, displayName, profile, scope }) =>
          row("agent", id, displayName, t.agents.summary(titleOf(profile), scope)),
        )}
      </NavList>
      <div className={classes(styles.sideHead, ui.row)}>
        <h2 className={ui.grow}>{t.agents.subagents.title}</h2>
        <IconButton icon={Plus} label={t.agents.subagents.add} onClick={onAddSubagent} />
      </div>
      {subagents.length === 0 && (
        <p className={classes(styles.sideNote, ui.quiet, ui.small)}>{t.agents.subagents.none}</p>
      )}
      <NavList>
        {subagents.map(({ id, path, values, problem }) =>
          row("subagent", path, id, problem ?? values?.description ?? path),
        )}
      </NavList>
      <div className={classes(styles.sideHead, ui.row)}>
        <h2>{t.agents.profiles.title}</h2>
      </div>
      <NavList>
        {profiles.map(({ id, title, from, builtIn }) =>
          row(
            "profile",
            id,
            title,
            builtIn ? (t.agents.profiles.shipped[id] ?? "") : t.agents.profiles.from(titleOf(from ?? "")),
          ),
        )}
      </NavList>
    </nav>
  );
};
