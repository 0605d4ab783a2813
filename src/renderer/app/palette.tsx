import { Command as Cmdk } from "cmdk";
import { CornerDownLeft, Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { allFiles } from "../files/file-node.ts";
import { fileStatuses } from "../ui/file-status.ts";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { t } from "../ui/messages/index.ts";
import { RoleIcon } from "../ui/role-icon.tsx";
import { useCommands } from "./use-commands.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";

/** Files and commands, found by a few letters. */
export const Palette = () => {
  const open = useApp((state) => state.paletteOpen);
  const show = useApp((state) => state.show);
  const chosen = useRef<(() => void) | null>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => show("paletteOpen", next)}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content
          className="palette"
          aria-describedby={undefined}
          onCloseAutoFocus={() => {
            const run = chosen.current;
            chosen.current = null;
            // The dialog gives the keys back right after this; what was chosen may then take them.
            if (run) queueMicrotask(run);
          }}
        >
          <Dialog.Title className="sr-only">{t.app.palette.label}</Dialog.Title>
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
const maxFiles = 200;

const Choices = ({ onChoose }: { onChoose: (run: () => void) => void }) => {
  const { files, preview, openFile } = useWorkbench();
  const { folders, loadAll } = useStore(files);
  const manifest = useStore(preview, (state) => state.manifest);
  const commands = useCommands();
  const [query, setQuery] = useState("");
  useEffect(() => void loadAll(), [loadAll]);

  const found = useMemo(() => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (path: string) => words.every((word) => path.toLowerCase().includes(word));
    return allFiles(folders)
      .filter(({ path, ignored }) => !ignored && fits(path))
      .slice(0, maxFiles);
  }, [folders, query]);
  const statuses = useMemo(() => fileStatuses(manifest), [manifest]);

  return (
    <Cmdk label={t.app.palette.label} loop>
      <div className="palette-field">
        <Icon of={Search} size={16} />
        <Cmdk.Input value={query} onValueChange={setQuery} placeholder={t.app.search} />
      </div>
      <Cmdk.List className="palette-list">
        <Cmdk.Empty>{t.app.palette.nothing(query)}</Cmdk.Empty>
        {found.length > 0 && (
          <Cmdk.Group heading={t.app.palette.files}>
            {found.map(({ path, role, tokens, tokensExact }) => (
              <Cmdk.Item key={path} value={path} onSelect={() => onChoose(() => openFile(path, true))}>
                <RoleIcon role={role} size={15} />
                <span className="ell">{path}</span>
                <span className="s num">{detailOf(tokens, tokensExact, statuses.get(path)?.status)}</span>
              </Cmdk.Item>
            ))}
          </Cmdk.Group>
        )}
        <Cmdk.Group heading={t.app.palette.commands}>
          {commands
            .filter(({ id }) => id !== "palette")
            .map((command) => (
              <Cmdk.Item key={command.id} value={command.label} onSelect={() => onChoose(command.run)}>
                <Icon of={CornerDownLeft} size={15} />
                <span className="grow ell">{command.label}</span>
                {command.shortcut && <Kbd shortcut={command.shortcut} />}
              </Cmdk.Item>
            ))}
        </Cmdk.Group>
      </Cmdk.List>
    </Cmdk>
  );
};

const detailOf = (tokens: number | null, exact: boolean, status: "in" | "cut" | "out" | undefined): string =>
  [tokens === null ? null : t.files.tokens(formatCount(tokens), exact), status && t.budget.status[status]]
    .filter(Boolean)
    .join(", ");
