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
  const { files, preview, chat, windowState, openFile } = bench;
  const { folders, loadAll } = useStore(files);
  const sessions = useStore(chat, (state) => state.sessions);
  const manifest = useStore(preview, (state) => state.manifest);
  const known = useCommands();
  const profiles = useProfiles(bench.client);
  const recent = useMemo(() => recentIn(windowState), [windowState]);
  // What can be done depends on what is open; the palette is created again each time it opens.
  const commands = useMemo(
    () => recentFirst([...known, ...paletteActions(bench, profiles)], recent.commands, ({ id }) => id),
    [known, bench, profiles, recent],
  );
  const [query, setQuery] = useState("");
  useEffect(() => void loadAll(), [loadAll]);

  const words = useMemo(() => query.toLowerCase().split(/\s+/).filter(Boolean), [query]);
  const found = useMemo(
    () =>
      recentFirst(
        allFiles(folders).filter(({ path, ignored }) => !ignored && fits(path, words)),
        recent.files,
        ({ path }) => path,
      ).slice(0, MAX_FILES),
    [folders, words, recent],
  );
  const statuses = useMemo(() => fileStatuses(manifest), [manifest]);
  // Before anything is typed, what was chosen last has a group of its own.
  const isFresh = words.length === 0;
  const [latestFiles, otherFiles] = split(found, isFresh, ({ path }) => recent.files.includes(path));
  const [latest, others] = split(commands, isFresh, ({ id }) => recent.commands.includes(id));
  const fileRow = ({ path, role, ...entry }: (typeof found)[number]) => (
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
  const memories = useFoundMemories(query);
  const said =
    words.length === 0 ? [] : sessions.filter(({ title }) => fits(title, words)).slice(0, MAX_SESSIONS);

  return (
    <Cmdk label={t.app.palette.label} loop>
      <PickField>
        <Icon of={Search} size={16} />
        <Cmdk.Input value={query} onValueChange={setQuery} placeholder={t.app.search} />
      </PickField>
      <PickList>
        {memories.length === 0 && <Cmdk.Empty>{t.app.palette.nothing(query)}</Cmdk.Empty>}
        {latestFiles.length + latest.length > 0 && (
          <Cmdk.Group heading={t.app.palette.recent}>
            {latestFiles.map(fileRow)}
            <CommandRows commands={latest} onChoose={onChoose} />
          </Cmdk.Group>
        )}
        {otherFiles.length > 0 && (
          <Cmdk.Group heading={t.app.palette.files}>
            {otherFiles.slice(0, isFresh ? FIRST_FILES : MAX_FILES).map(fileRow)}
          </Cmdk.Group>
        )}
        <Cmdk.Group heading={t.app.palette.commands}>
          <CommandRows commands={others} onChoose={onChoose} />
        </Cmdk.Group>
        {words.length > 0 && <FindRow query={query.trim()} onChoose={onChoose} />}
        {said.length > 0 && (
          <Cmdk.Group heading={t.app.palette.conversations}>
            {said.map(({ id, title }) => (
              <Cmdk.Item
                key={id}
                value={`${title} ${id}`}
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

const FindRow = ({ query, onChoose }: RowsProps & { query: string }) => {
  const bench = useWorkbench();
  return (
    <Cmdk.Group heading={t.app.palette.text} forceMount>
      <Cmdk.Item
        value={`find ${query}`}
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
