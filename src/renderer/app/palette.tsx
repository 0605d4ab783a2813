import { Command as Cmdk } from "cmdk";
import { CornerDownLeft, MessageSquare, Search } from "lucide-react";

import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Client } from "#shared/contract/index.ts";
import type { Profile } from "#shared/model/profile.ts";
import { allFiles } from "../files/file-node.ts";
import { shelfIcons } from "../memory/shelf.ts";
import { shownText } from "../memory/shown-text.ts";
import { fileCount, type FileCount, fileStatuses } from "#shared/model/file-status.ts";
import { formatTokens } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { t } from "../ui/messages/index.ts";
import { RoleIcon } from "../ui/role-icon.tsx";
import { openMemory, openSession } from "./open-memory.ts";
import type { Command } from "./commands.ts";
import { findEverywhere, paletteActions } from "./palette-actions.ts";
import { bestOf, paletteScore } from "./palette-score.ts";
import { recentFirst, recentIn, remember } from "./palette-recent.ts";
import { useCommands } from "./use-commands.ts";
import { useFoundMemories } from "./use-found-memories.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { PickField, PickList } from "../ui/pick-list.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./palette.module.css";

/** Files, commands, conversations and memories, found by a few letters. */
export const Palette = () => {
  const open = useApp((state) => state.paletteOpen);
  const show = useApp((state) => state.show);
  const chosen = useRef<(() => void) | null>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => show("paletteOpen", next)}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content
          className={styles.palette}
          aria-describedby={undefined}
          onCloseAutoFocus={() => {
            const run = chosen.current;
            chosen.current = null;
            // The dialog returns the focus right after this; the chosen item may then take it.
            if (run) queueMicrotask(run);
          }}
        >
          <Dialog.Title className={ui.spoken}>{t.app.palette.label}</Dialog.Title>
          <Choices
            onChoose={(run) => {
              chosen.current = run;
              show("paletteOpen", false);
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

/** More would only be scrolled past. */
const MAX_FILES = 200;
/** Before anything is typed; the tree has all of them, and commands come after. */
const FIRST_FILES = 6;
/** The list above a conversation has all of them. */
const MAX_SESSIONS = 6;

const Choices = ({ onChoose }: { onChoose: (run: () => void) => void }) => {
  const bench = useWorkbench();
  const { windowState, openFile } = bench;
  const [query, setQuery] = useState("");
  const memories = useFoundMemories(query);
  const { isFresh, latest, files, commands, said, statuses, best } = useRows(query);
  const selection = useSelection(query, best);
  const fileRow = ({ path, role, ...entry }: (typeof files)[number]) => (
    <Cmdk.Item
      key={path}
      value={path}
      onSelect={() => {
        remember(windowState, "files", path);
        onChoose(() => openFile(path, true));
      }}
    >
      <RoleIcon role={role} size={15} />
      <span className={ui.ellipsis} title={path}>
        {path}
      </span>
      <span className={classes(ui.quiet, ui.num)}>
        {detailOf(fileCount({ path, role, ...entry }, statuses), statuses.get(path)?.status)}
      </span>
    </Cmdk.Item>
  );
  return (
    <Cmdk label={t.app.palette.label} loop filter={paletteScore} {...selection}>
      <PickField>
        <Icon of={Search} size={16} />
        <Cmdk.Input value={query} onValueChange={setQuery} placeholder={t.app.search} />
      </PickField>
      <PickList>
        {memories.length === 0 && <Cmdk.Empty>{t.app.palette.nothing(query)}</Cmdk.Empty>}
        {latest.files.length + latest.commands.length > 0 && (
          <Cmdk.Group heading={t.app.palette.recent}>
            {latest.files.map(fileRow)}
            <CommandRows commands={latest.commands} onChoose={onChoose} />
          </Cmdk.Group>
        )}
        {files.length > 0 && <Cmdk.Group heading={t.app.palette.files}>{files.map(fileRow)}</Cmdk.Group>}
        <Cmdk.Group heading={t.app.palette.commands}>
          <CommandRows commands={commands} onChoose={onChoose} />
        </Cmdk.Group>
        {!isFresh && <FindRow query={query.trim()} onChoose={onChoose} />}
        {said.length > 0 && (
          <Cmdk.Group heading={t.app.palette.conversations}>
            {said.map(({ id, title }) => (
              <Cmdk.Item
                key={id}
                value={sessionValue({ id, title })}
                onSelect={() => onChoose(() => openSession(bench, id))}
              >
                <Icon of={MessageSquare} size={15} />
                <span className={classes(ui.grow, ui.ellipsis)}>{title}</span>
              </Cmdk.Item>
            ))}
          </Cmdk.Group>
        )}
        {memories.length > 0 && (
          <Cmdk.Group heading={t.app.palette.memories} forceMount>
            {memories.map((memory) => (
              // Found by meaning, so it need not contain the letters.
              <Cmdk.Item
                key={memory.id}
                value={`memory ${memory.id}`}
                forceMount
                onSelect={() => onChoose(() => openMemory(bench, memory))}
              >
                <Icon of={shelfIcons[memory.tier]} size={15} />
                <span className={ui.ellipsis} title={memory.text}>
                  {shownText(memory.text)}
                </span>
                <span className={classes(ui.quiet, styles.paletteDetail)}>
                  {t.memory.shelves[memory.tier]}
                </span>
              </Cmdk.Item>
            ))}
          </Cmdk.Group>
        )}
      </PickList>
    </Cmdk>
  );
};

/** Files, commands and conversations that fit; before anything is typed, what was chosen last is set apart. */
const useRows = (query: string) => {
  const bench = useWorkbench();
  const { folders, loadAll } = useStore(bench.files);
  const sessions = useStore(bench.chat, (state) => state.sessions);
  const manifest = useStore(bench.preview, (state) => state.manifest);
  const models = useStore(bench.providers, (state) => state.models);
  const known = useCommands();
  const profiles = useProfiles(bench.client);
  const recent = useMemo(() => recentIn(bench.windowState), [bench]);
  const all = useMemo(
    () => recentFirst([...known, ...paletteActions(bench, profiles)], recent.commands, ({ id }) => id),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- some depend on the next prompt and on the models.
    [known, bench, profiles, recent, manifest, models],
  );
  useEffect(() => void loadAll(), [loadAll]);
  const statuses = useMemo(() => fileStatuses(manifest), [manifest]);

  const words = useMemo(() => query.toLowerCase().split(/\s+/).filter(Boolean), [query]);
  const found = useMemo(() => {
    const fitting = allFiles(folders).filter(({ path, ignored }) => !ignored && fits(path, words));
    return recentFirst(fitting, recent.files, ({ path }) => path).slice(0, MAX_FILES);
  }, [folders, words, recent]);
  const isFresh = words.length === 0;
  const [latestFiles, files] = split(found, isFresh, ({ path }) => recent.files.includes(path));
  const [latestCommands, commands] = split(all, isFresh, ({ id }) => recent.commands.includes(id));
  const said = isFresh ? [] : sessions.filter(({ title }) => fits(title, words)).slice(0, MAX_SESSIONS);
  const best = isFresh
    ? (latestFiles[0]?.path ?? latestCommands[0]?.label ?? files[0]?.path ?? commands[0]?.label ?? "")
    : (bestOf(
        [...found.map(({ path }) => path), ...all.map(({ label }) => label), ...said.map(sessionValue)],
        query,
      ) ?? findValue(query.trim()));
  return {
    isFresh,
    latest: { files: latestFiles, commands: latestCommands },
    files: isFresh ? files.slice(0, FIRST_FILES) : files,
    commands,
    said,
    statuses,
    best,
  };
};

const sessionValue = ({ id, title }: { readonly id: string; readonly title: string }): string =>
  `${title} ${id}`;

/**
 * The best row is selected until the user moves to another one, also when it comes late: files and profiles are
 * read while the user types, and Enter must not run what stood first before.
 */
const useSelection = (query: string, best: string) => {
  const [picked, setPicked] = useState<{ readonly query: string; readonly value: string } | null>(null);
  const isMoving = useRef(false);
  const move = () => {
    isMoving.current = true;
  };
  return {
    value: picked?.query === query ? picked.value : best,
    onValueChange: (value: string) => {
      // The list also reports what it would select by itself.
      if (isMoving.current) setPicked({ query, value });
      isMoving.current = false;
    },
    onKeyDownCapture: ({ key }: { key: string }) => {
      isMoving.current = /^(Arrow|Home|End)/.test(key);
    },
    onPointerMoveCapture: move,
  };
};

type RowsProps = { onChoose: (run: () => void) => void };

const CommandRows = ({ commands, onChoose }: RowsProps & { commands: readonly Command[] }) => {
  const { windowState } = useWorkbench();
  return (
    <>
      {commands
        .filter(({ id }) => id !== "palette")
        .map((command) => (
          <Cmdk.Item
            key={command.id}
            value={command.label}
            onSelect={() => {
              remember(windowState, "commands", command.id);
              onChoose(command.run);
            }}
          >
            <Icon of={CornerDownLeft} size={15} />
            <span className={classes(ui.grow, ui.ellipsis)}>{command.label}</span>
            {command.shortcut && <Kbd shortcut={command.shortcut} />}
          </Cmdk.Item>
        ))}
    </>
  );
};

/** Those of the fresh palette that are set apart, and the rest; all of them are the rest once something is typed. */
const split = <Item,>(
  items: readonly Item[],
  isFresh: boolean,
  isRecent: (item: Item) => boolean,
): readonly [readonly Item[], readonly Item[]] => {
  if (!isFresh) return [[], items];
  return [items.filter(isRecent), items.filter((item) => !isRecent(item))];
};

const findValue = (query: string): string => `find ${query}`;

const FindRow = ({ query, onChoose }: RowsProps & { query: string }) => {
  const bench = useWorkbench();
  return (
    <Cmdk.Group heading={t.app.palette.text} forceMount>
      <Cmdk.Item
        value={findValue(query)}
        forceMount
        onSelect={() => onChoose(() => findEverywhere(bench, query))}
      >
        <Icon of={Search} size={15} />
        <span className={classes(ui.grow, ui.ellipsis)}>{t.app.palette.find(query)}</span>
      </Cmdk.Item>
    </Cmdk.Group>
  );
};

const useProfiles = (client: Client): readonly Profile[] => {
  const [profiles, setProfiles] = useState<readonly Profile[]>([]);
  useEffect(() => {
    client.call("profiles.list", {}).then(
      (listed) => setProfiles(listed.profiles),
      () => {},
    );
  }, [client]);
  return profiles;
};

const fits = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.toLowerCase().includes(word));

const detailOf = (count: FileCount | null, status: "in" | "cut" | "out" | undefined): string =>
  [count && t.files.tokens(formatTokens(count.tokens, count.exact)), status && t.budget.status[status]]
    .filter(Boolean)
    .join(", ");
