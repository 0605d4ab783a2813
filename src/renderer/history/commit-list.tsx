import { Camera, History, MessageSquare, Moon, RotateCcw, type LucideIcon } from "lucide-react";
import type { Commit } from "#shared/contract/history.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { formatWhen } from "../ui/when.ts";
import { NavText, NavTitle } from "../ui/nav-list.tsx";
import { NavPicker } from "../ui/nav-picker.tsx";
import ui from "../ui/basics.module.css";

type Props = {
  commits: readonly Commit[];
  selected: string | null;
  onSelect: (commit: string) => void;
};

export const CommitList = ({ commits, selected, onSelect }: Props) => (
  <NavPicker
    label={t.history.list}
    items={commits}
    idOf={({ id }) => id}
    selected={selected}
    onSelect={onSelect}
  >
    {({ message, at, files }) => (
      <>
        <Icon of={iconOf(message)} size={14} />
        <span className={ui.grow}>
          <NavTitle className={ui.ellipsis} title={titleOf(message)}>
            {titleOf(message)}
          </NavTitle>
          <NavText className={ui.num}>
            {formatWhen(at)}
            {files !== null && `, ${t.history.files(files)}`}
          </NavText>
        </span>
      </>
    )}
  </NavPicker>
);

/** Messages are `kind: what`; the kind is shown in words. */
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
