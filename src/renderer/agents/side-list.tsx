import { Bot, Layers, Plus } from "lucide-react";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import type { AgentsState } from "./agents-store.ts";

export type Choice = { readonly kind: "agent" | "profile"; readonly id: string };

/** Under which name the draft of its form is kept. */
export const formOf = ({ kind, id }: Choice): string => `${kind} ${id}`;

type Props = {
  state: Pick<AgentsState, "agents" | "profiles" | "drafts">;
  chosen: Choice | null;
  onChoose: (choice: Choice) => void;
  onAdd: () => void;
};

export const SideList = ({ state: { agents, profiles, drafts }, chosen, onChoose, onAdd }: Props) => {
  const row = (kind: Choice["kind"], id: string, title: string, text: string) => (
    <li key={id}>
      <button
        type="button"
        className="side-row"
        aria-current={(chosen?.kind === kind && chosen.id === id) || undefined}
        onClick={() => onChoose({ kind, id })}
      >
        <Icon of={kind === "agent" ? Bot : Layers} size={14} />
        <span className="grow">
          <span className="side-title ell" title={title}>
            {title}
          </span>
          <span className="side-text ell" title={text}>
            {text}
          </span>
        </span>
        {drafts[formOf({ kind, id })] && <span className="unsaved-dot" role="img" aria-label={t.unsaved} />}
      </button>
    </li>
  );
  const titleOf = (profile: string) => profiles.find(({ id }) => id === profile)?.title ?? profile;
  return (
    <nav className="agents-side" aria-label={t.agents.side}>
      <div className="side-head row">
        <h2 className="grow">{t.agents.title}</h2>
        <IconButton icon={Plus} label={t.agents.add} onClick={onAdd} />
      </div>
      <ul className="side-list">
        {agents.map(({ id, displayName, profile, scope }) =>
          row("agent", id, displayName, t.agents.summary(titleOf(profile), scope)),
        )}
      </ul>
      <div className="side-head row">
        <h2>{t.agents.profiles.title}</h2>
      </div>
      <ul className="side-list">
        {profiles.map(({ id, title, from, builtIn }) =>
          row(
            "profile",
            id,
            title,
            builtIn ? t.agents.profiles.shipped : t.agents.profiles.from(titleOf(from ?? "")),
          ),
        )}
      </ul>
    </nav>
  );
};
