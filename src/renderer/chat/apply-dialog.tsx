import { useEffect, useState } from "react";
import { type Client, Failure } from "#shared/contract/index.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { DiffView } from "./diff-view.tsx";
import { tell } from "./session-commands.ts";
import { offerUndo } from "../ui/undo-change.ts";
import { Input } from "../ui/field.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./apply-dialog.module.css";

type Props = {
  client: Client;
  code: string;
  /** The most likely target: the file in the editor. */
  path: string;
  paths: readonly string[];
  onClose: () => void;
};

type Target = { readonly text: string; readonly hash: string } | null;

const modes = () => (["replace", "append"] as const).map((value) => ({ value, label: t.chat.apply[value] }));

/** Writes code of an answer into a file: shows the difference first, then writes on a click. */
export const ApplyDialog = ({ client, code, path, paths, onClose }: Props) => {
  const [file, setFile] = useState(path);
  const [read, setRead] = useState<{ path: string; target: Target } | null>(null);
  const [mode, setMode] = useState<"replace" | "append">("append");
  const words = t.chat.apply;

  useEffect(() => {
    let left = false;
    void readTarget(client, file.trim()).then((found) => left || setRead({ path: file, target: found }));
    return () => {
      left = true;
    };
  }, [client, file]);

  const target = read?.path === file ? read.target : undefined;
  const after = textAfter(target ?? null, code, mode);
  const apply = () =>
    tell(async () => {
      const at = { path: file.trim(), root: "project" as const };
      const written = await client.call("workspace.write", {
        ...at,
        text: after,
        title: words.change(at.path),
        ...(target && { baseHash: target.hash }),
      });
      onClose();
      notify(target ? words.done(at.path) : words.created(at.path), offerUndo(client, written.change));
    });

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content className={styles.applyDialog} aria-describedby={undefined}>
          <Dialog.Title>{words.title}</Dialog.Title>
          <div className={classes(ui.row, styles.applyTarget)}>
            <Input
              className={ui.grow}
              list="apply-files"
              aria-label={words.file}
              placeholder={words.example}
              spellCheck={false}
              value={file}
              onChange={(event) => setFile(event.currentTarget.value)}
            />
            <datalist id="apply-files">
              {paths.slice(0, 500).map((known) => (
                <option key={known} value={known} />
              ))}
            </datalist>
            {target && <Segmented label={words.mode} value={mode} options={modes()} onChange={setMode} />}
          </div>
          {target === null && file.trim() !== "" && (
            <p className={classes(ui.muted, ui.small)}>{words.create}</p>
          )}
          {target?.text === after && <p className={classes(ui.muted, ui.small)}>{words.same}</p>}
          {target !== undefined && target?.text !== after && (
            <DiffView key={`${file} ${mode}`} before={target?.text ?? ""} after={after} first={14} />
          )}
          <Dialog.Actions>
            <Dialog.Close asChild>
              <Button>{t.cancel}</Button>
            </Dialog.Close>
            <Button
              kind="primary"
              disabled={file.trim() === "" || target === undefined || target?.text === after}
              onClick={() => void apply()}
            >
              {words.button}
            </Button>
          </Dialog.Actions>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

/** Null: the file does not exist yet. */
const readTarget = async (client: Client, path: string): Promise<Target> => {
  if (path === "") return null;
  try {
    const { text, hash } = await client.call("workspace.read", { path, root: "project" });
    return { text, hash };
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
};

const textAfter = (target: Target, code: string, mode: "replace" | "append"): string => {
  if (!target || mode === "replace") return `${code}\n`;
  return `${target.text.replace(/\n*$/, "\n\n")}${code}\n`;
};
