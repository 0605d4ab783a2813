import { Camera, History, MessageSquare, Moon, RotateCcw, type LucideIcon } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import type { Commit } from "#shared/contract/history.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { formatWhen } from "../ui/when.ts";
import { NavList, NavRow, NavText, NavTitle } from "../ui/nav-list.tsx";
import ui from "../ui/basics.module.css";

type Props = {
  commits: readonly Commit[];
  selected: string | null;
  onSelect: (commit: string) => void;
};

export const CommitList = ({ commits, selected, onSelect }: Props) => {
  const list = useRef<HTMLUListElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = commits.findIndex(({ id }) => id === selected);
    const next = step && commits[at + step];
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>("[aria-current]")?.focus());
  };
  return (
    <NavList ref={list} aria-label={t.history.list} onKeyDown={onKey}>
      {commits.map((commit) => (
        <li key={commit.id}>
          <NavRow
            aria-current={commit.id === selected || undefined}
            tabIndex={commit.id === selected ? 0 : -1}
            onClick={() => onSelect(commit.id)}
          >
            <Icon of={iconOf(commit.message)} size={14} />
            <span className={ui.grow}>
              <NavTitle className={ui.ellipsis} title={titleOf(commit.message)}>
                {titleOf(commit.message)}
              </NavTitle>
              <NavText className={ui.num}>
                {formatWhen(commit.at)}
                {commit.files !== null && `, ${t.history.files(commit.files)}`}
              </NavText>
            </span>
          </NavRow>
        </li>
      ))}
    </NavList>
  );
};

/** Messages are `kind: what`; a person reads the kind as words. */
export const titleOf = (message: string): string => {
  if (message.trim() === "workspace init") return t.history.beginning;
  const [, kind = "", what = ""] = /^([a-z-]+): (.*)$/s.exec(message.split("\n")[0] ?? "") ?? [];
  return t.history.kinds[kind as keyof typeof t.history.kinds]?.(what) ?? message;
};

const iconOf = (message: string): LucideIcon => {
  const kind = /^([a-z-]+):/.exec(message)?.[1] ?? "";
  return (Object.hasOwn(icons, kind) ? icons[kind] : undefined) ?? History;
};

const icons: Readonly<Record<string, LucideIcon>> = {
  checkpoint: Camera,
  "session-close": MessageSquare,
  dream: Moon,
  restore: RotateCcw,
};
