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
          <NavTitle className={ui.ellipsis} title={titleOf(message, commits)}>
            {titleOf(message, commits)}
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

/** Messages are `kind: what`; the kind is shown in words, and a commit that was restored by its time. */
export const titleOf = (message: string, commits: readonly Pick<Commit, "id" | "at">[] = []): string => {
  if (message.trim() === "workspace init") return t.history.beginning;
  const [, kind = "", what = ""] = /^([a-z-]+): (.*)$/s.exec(message.split("\n")[0] ?? "") ?? [];
  if (kind === "restore") return restoredTitle(what, commits);
  return t.history.kinds[kind as keyof typeof t.history.kinds]?.(what) ?? message;
};

/** `IDENTITY.md from 69763ef`, or only the commit for all files. */
const restoredTitle = (what: string, commits: readonly Pick<Commit, "id" | "at">[]): string => {
  const found = /^(?:(.*) from )?([0-9a-f]{7,40})$/.exec(what.trim());
  const [path, commit] = found ? [found[1] ?? "", found[2] ?? ""] : [what, ""];
  const from = commit === "" ? undefined : commits.find(({ id }) => id.startsWith(commit));
  return t.history.kinds.restore(path, from ? formatWhen(from.at) : null);
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
