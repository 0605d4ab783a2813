import { Command as Cmdk } from "cmdk";
import { Archive, ChevronDown, MessageSquare, Pin, Search } from "lucide-react";
import { Popover } from "radix-ui";
import { useEffect, useMemo, useState } from "react";
import type { SessionInfo } from "#shared/contract/sessions.ts";
import { dateText, timeText } from "../ui/dates.ts";
import { Icon } from "../ui/icon.tsx";
import { latest } from "../ui/latest.ts";
import { t } from "../ui/messages/index.ts";
import { LabelFilter } from "./label-filter.tsx";
import { PickField, PickList } from "../ui/pick-list.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./session-list.module.css";

export type SessionHit = {
  readonly session: string;
  readonly message: string;
  readonly title: string;
  readonly excerpt: string;
};

type Props = {
  title: string;
  sessions: readonly SessionInfo[];
  search: (query: string, signal: AbortSignal) => Promise<readonly SessionHit[]>;
  onOpen: (session: string) => void;
  /** Null removes the label. */
  onRenameLabel: (from: string, to: string | null) => void;
};

/** Every conversation, searched by its name or its messages. */
export const SessionList = ({ title, sessions, search, onOpen, onRenameLabel }: Props) => {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className={styles.chatTitle} aria-label={`${t.chat.list.open}: ${title}`}>
        <span className={classes(ui.strong, ui.ellipsis)}>{title}</span>
        <Icon of={ChevronDown} size={12} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={classes(ui.pop, styles.sessionList)}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t.chat.list.open}
        >
          <Choices
            sessions={sessions}
            search={search}
            onRenameLabel={onRenameLabel}
            onOpen={(session) => {
              setOpen(false);
              onOpen(session);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
};

/** More would only be scrolled past; a search finds the rest. */
const MAX_SESSIONS = 100;

const Choices = ({ sessions, search, onOpen, onRenameLabel }: Omit<Props, "title">) => {
  const [query, setQuery] = useState("");
  const hits = useHits(query, search);
  const wanted = query.trim().toLowerCase();
  const [label, setLabel] = useState<string | null>(null);
  const all = [...new Set(sessions.flatMap(({ labels }) => labels))].sort((a, b) => a.localeCompare(b));
  const chosen = label !== null && all.includes(label) ? label : null;
  const fits = sessions
    .filter(({ labels }) => chosen === null || labels.includes(chosen))
    .filter(({ title, labels }) => [title, ...labels].some((text) => text.toLowerCase().includes(wanted)))
    .slice(0, MAX_SESSIONS);
  const words = t.chat.list;
  const groups = [
    { heading: words.pinned, icon: Pin, of: fits.filter(({ pinned, archived }) => pinned && !archived) },
    {
      heading: words.recent,
      icon: MessageSquare,
      of: fits.filter(({ pinned, archived }) => !pinned && !archived),
    },
    { heading: words.archived, icon: Archive, of: fits.filter(({ archived }) => archived) },
  ].filter(({ of }) => of.length > 0);
  return (
    <Cmdk label={words.open} loop shouldFilter={false}>
      <PickField>
        <Icon of={Search} size={14} />
        <Cmdk.Input value={query} onValueChange={setQuery} placeholder={words.search} />
      </PickField>
      {all.length > 0 && (
        <LabelFilter labels={all} chosen={chosen} onChoose={setLabel} onRename={onRenameLabel} />
      )}
      <PickList>
        <Cmdk.Empty>{sessions.length === 0 ? words.none : words.nothing(query)}</Cmdk.Empty>
        {groups.map(({ heading, icon, of }) => (
          <Cmdk.Group key={heading} heading={heading}>
            {of.map(({ id, title, messages, updatedAt, labels }) => (
              <Cmdk.Item key={id} value={id} onSelect={() => onOpen(id)}>
                <Icon of={icon} size={14} />
                <span className={classes(ui.grow, ui.ellipsis)}>{title || words.untitled}</span>
                {labels.length > 0 && (
                  <span className={classes(ui.quiet, ui.small, ui.ellipsis)}>{labels.join(", ")}</span>
                )}
                <span className={classes(ui.quiet, ui.num)}>{messages > 0 ? day(updatedAt) : ""}</span>
              </Cmdk.Item>
            ))}
          </Cmdk.Group>
        ))}
        {hits.length > 0 && (
          <Cmdk.Group heading={words.found}>
            {hits.map(({ session, message, title, excerpt }) => (
              <Cmdk.Item key={message} value={`${session} ${message}`} onSelect={() => onOpen(session)}>
                <Icon of={Search} size={14} />
                <span className={classes(ui.grow, styles.sessionHit)}>
                  <span className={ui.ellipsis}>{title || words.untitled}</span>
                  <span className={classes(ui.ellipsis, ui.quiet)}>{excerpt}</span>
                </span>
              </Cmdk.Item>
            ))}
          </Cmdk.Group>
        )}
      </PickList>
    </Cmdk>
  );
};

const useHits = (query: string, search: Props["search"]): readonly SessionHit[] => {
  const [found, setFound] = useState<{ query: string; hits: readonly SessionHit[] }>({ query: "", hits: [] });
  const ask = useMemo(
    () =>
      latest<string>(150, async (text, signal) => {
        const hits = await search(text, signal).catch(() => []);
        if (!signal.aborted) setFound({ query: text, hits });
      }),
    [search],
  );
  const wanted = query.trim();
  useEffect(() => {
    if (wanted.length >= 2) ask(wanted);
  }, [wanted, ask]);
  return wanted.length >= 2 && found.query === wanted ? found.hits.slice(0, 20) : [];
};

/** `14:05` today, `9 Nov` before. */
const day = (at: string): string => {
  const date = new Date(at);
  return date.toDateString() === new Date().toDateString()
    ? timeText(date)
    : dateText(date, { day: "numeric", month: "short" });
};
