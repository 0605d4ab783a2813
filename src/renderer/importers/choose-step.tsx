import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Input, TextArea } from "../ui/field.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { FoundPlaces } from "./found-places.tsx";
import type { ImportersStore } from "./importers-store.ts";
import styles from "./import-dialog.module.css";

const words = t.importers;

type Props = {
  store: ImportersStore;
  typed: string;
  renderPaths: (typed: string, onPick: (path: string) => void) => ReactNode;
  onLook: (source: { readonly path: string } | { readonly text: string }) => void;
};

/** A path, or a pasted list. */
export const ChooseStep = ({ store, typed, renderPaths, onLook }: Props) => {
  const [path, setPath] = useState(typed);
  const [text, setText] = useState("");
  const isPasted = text.trim() !== "";
  const copyQuestion = () => {
    void navigator.clipboard.writeText(words.question).then(() => notify(words.copied));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onLook(isPasted ? { text } : { path: path.trim() });
      }}
    >
      <Input
        autoFocus
        spellCheck={false}
        aria-label={words.path}
        placeholder={words.pathExample}
        value={path}
        disabled={isPasted}
        onChange={(event) => setPath(event.currentTarget.value)}
      />
      {!isPasted && renderPaths(path, setPath)}
      {!isPasted && <FoundPlaces store={store} onPick={setPath} />}
      <label className={styles.paste}>
        <span className={styles.pasteHead}>
          {words.orPaste}
          <LinkButton onClick={copyQuestion}>{words.askText}</LinkButton>
        </span>
        <TextArea
          rows={4}
          aria-label={words.pasted}
          placeholder={words.pastedExample}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <Dialog.Actions>
        <Dialog.Close asChild>
          <Button>{t.cancel}</Button>
        </Dialog.Close>
        <Button kind="primary" type="submit" disabled={!isPasted && path.trim() === ""}>
          {words.look}
        </Button>
      </Dialog.Actions>
    </form>
  );
};
