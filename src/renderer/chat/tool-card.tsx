import {
  BookOpenText,
  ChevronRight,
  FilePenLine,
  FileSearch,
  FolderTree,
  type LucideIcon,
  Search,
  UserRound,
  Users,
  Wrench,
} from "lucide-react";
import { useId, useState } from "react";
import type { ToolResultEntry, ToolUseEntry } from "#shared/model/session-entry.ts";
import { shortPath, visiblePath } from "#shared/model/visible-text.ts";
import { useChatActions } from "./chat-actions.ts";
import { Icon } from "../ui/icon.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { t } from "../ui/messages/index.ts";
import { useChange } from "./session-changes.ts";
import { UndoLink } from "./undo-link.tsx";
import ui from "../ui/basics.module.css";
import styles from "./tool-card.module.css";

type Props = {
  use: ToolUseEntry;
  result: ToolResultEntry | null;
  /** It waits for the user's word. */
  waits: boolean;
  busy: boolean;
};

/** One line for a tool call; expanded, its arguments and its result. */
export const ToolCard = ({ use, result, waits, busy }: Props) => {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { undoChange, openSession } = useChatActions();
  const nested = nestedSession(use, result);
  const change = useChange(result?.change);
  const words = t.chat.tool;
  return (
    <div className={styles.tool} data-failed={(result?.isError && !result.declined) || undefined}>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Icon of={iconOf(use.name)} size={14} />
        <span className={ui.ellipsis} title={visiblePath(given(use, "path")) || undefined}>
          {titleOf(use, result)}
        </span>
        <span className={ui.quiet}>{stateOf(use, result, waits, busy)}</span>
        <span className={styles.toolChevron}>
          <Icon of={ChevronRight} size={12} />
        </span>
      </button>
      {result?.change !== undefined && (
        <UndoLink change={change ?? { id: result.change, undoneBy: null }} onUndo={undoChange} />
      )}
      {nested !== null && (
        <LinkButton
          aria-label={words.openNested(visiblePath(given(use, "agent")))}
          onClick={() => openSession(nested)}
        >
          {words.open}
        </LinkButton>
      )}
      {open && (
        <dl id={id}>
          <dt>{words.asked}</dt>
          <dd>
            <pre tabIndex={0}>{JSON.stringify(use.args, null, 2)}</pre>
          </dd>
          {result && (
            <>
              <dt>{words.got}</dt>
              <dd>
                <pre tabIndex={0}>{result.content}</pre>
              </dd>
            </>
          )}
        </dl>
      )}
    </div>
  );
};

/** A model chooses the name of the tool: `constructor` is not an icon. */
const iconOf = (name: string): LucideIcon => (Object.hasOwn(icons, name) ? icons[name] : undefined) ?? Wrench;

/** The conversation in which a different agent did what it was asked. The first line of the result names it. */
const nestedSession = ({ name }: ToolUseEntry, result: ToolResultEntry | null): string | null =>
  name === "delegate" && result !== null
    ? (/^Answer of [^\n()]{1,200} \(session ([\w-]{1,100})\)\./.exec(result.content)?.[1] ?? null)
    : null;

const icons: Readonly<Record<string, LucideIcon>> = {
  read_file: FileSearch,
  list_files: FolderTree,
  search_files: Search,
  write_file: FilePenLine,
  memory_search: Search,
  find_tools: Search,
  delegate: Users,
  what_do_i_know: BookOpenText,
  who_am_i: UserRound,
};

/** A text among the arguments; empty when there is none of that name. */
const given = ({ args }: ToolUseEntry, key: "path" | "query" | "text" | "agent" | "task"): string => {
  const value = (args as Record<string, unknown> | null)?.[key];
  return typeof value === "string" ? value : "";
};

/** Characters of a path in the one line of a call. */
const MAX_PATH_CHARS = 60;

const titleOf = (use: ToolUseEntry, result: ToolResultEntry | null): string => {
  const { name } = use;
  const words = t.chat.tool;
  const path = shortPath(given(use, "path"), MAX_PATH_CHARS);
  switch (name) {
    case "read_file":
    case "list_files":
      return words[name](path);
    case "write_file":
      if (!result) return words.writing(path);
      return result.isError ? words.notWritten(path) : words.write_file(path);
    case "search_files":
    case "memory_search":
    case "find_tools":
      return words[name](given(use, "query"));
    case "who_am_i":
    case "what_do_i_know":
    case "my_stats":
    case "session_logs":
      return words[name];
    case "delegate":
      return words.delegate(visiblePath(given(use, "agent")), visiblePath(given(use, "task")));
    default:
      return words.other(name);
  }
};

const stateOf = (
  use: ToolUseEntry,
  result: ToolResultEntry | null,
  waits: boolean,
  busy: boolean,
): string => {
  const words = t.chat.tool;
  if (!result) return waits ? words.waiting : busy ? words.running : "";
  if (result.declined) return words.declined;
  if (result.isError) return words.failed;
  // Of a file that was written its own lines count, not those of the tool's reply.
  const text = use.name === "write_file" ? given(use, "text") : result.content;
  return words.lines(text.replace(/\n$/, "").split("\n").length);
};
