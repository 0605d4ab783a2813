import { useCallback, useEffect, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import type { SavedPrompt } from "#shared/contract/prompts.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Input, TextArea } from "../ui/field.tsx";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import { nameFor, removePrompt, savePrompt } from "./save-prompt.ts";
import styles from "./prompts-dialog.module.css";

type Props = {
  client: Client;
  /** A text to save; empty when there is none. */
  text: string;
  onClose: () => void;
};

/** The user's saved prompts: add, change, remove. */
export const PromptsDialog = ({ client, text, onClose }: Props) => {
  const [prompts, setPrompts] = useState<readonly SavedPrompt[]>([]);
  const [edited, setEdited] = useState<SavedPrompt>({ name: "", text });
  const words = t.chat.prompts;
  const read = useCallback(() => {
    client.call("prompts.list", {}).then(
      (listed) => setPrompts(listed.prompts),
      () => {},
    );
  }, [client]);
  useEffect(read, [read]);
  const name = nameFor(edited.name);
  const isKnown = prompts.some((prompt) => prompt.name === name);
  const save = async () => {
    if (name === null || edited.text.trim() === "") return;
    await savePrompt(client, name, edited.text);
    setEdited({ name: "", text: "" });
    read();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content>
          <Dialog.Title>{words.title}</Dialog.Title>
          <Dialog.Description>{words.about}</Dialog.Description>
          <ul className={styles.list} aria-label={words.title}>
            {prompts.map((prompt) => (
              <li key={prompt.name}>
                <span className={ui.strong}>/{prompt.name}</span>
                <span className={classes(ui.grow, ui.ellipsis, ui.muted)}>{prompt.text}</span>
                <Button size="small" kind="quiet" onClick={() => setEdited(prompt)}>
                  {words.edit}
                </Button>
                <Button
                  size="small"
                  kind="quiet"
                  onClick={() => void removePrompt(client, prompt.name, read)}
                >
                  {words.remove}
                </Button>
              </li>
            ))}
          </ul>
          <div className={styles.form}>
            <Input
              aria-label={words.name}
              placeholder={words.example}
              spellCheck={false}
              value={edited.name}
              onChange={(event) => setEdited({ ...edited, name: event.currentTarget.value })}
            />
            <TextArea
              rows={4}
              aria-label={words.text}
              placeholder={words.text}
              value={edited.text}
              onChange={(event) => setEdited({ ...edited, text: event.currentTarget.value })}
            />
            <span className={classes(ui.quiet, ui.small)}>
              {name === null ? words.needsName : isKnown ? words.replaces(name) : words.typed(name)}
            </span>
          </div>
          <Dialog.Actions>
            <Dialog.Close asChild>
              <Button>{t.chat.prompts.close}</Button>
            </Dialog.Close>
            <Button
              kind="primary"
              disabled={name === null || edited.text.trim() === ""}
              onClick={() => void save()}
            >
              {words.save}
            </Button>
          </Dialog.Actions>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
