import { type SubmitEvent, useEffect, useId, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import type { ModelPath } from "./model-files-store.ts";
import styles from "./model-files-section.module.css";

type Props = {
  complete: (typed: string) => Promise<readonly ModelPath[]>;
  busy: boolean;
  onAdd: (path: string) => void;
  /** Without it there is no way to cancel. */
  onClose?: () => void;
};

const words = t.modelFiles;

/** The path of a file, completed by what is there: for a host without a file dialog. */
export const ModelPathForm = ({ complete, busy, onAdd, onClose }: Props) => {
  const [typed, setTyped] = useState("");
  const [offers, setOffers] = useState<readonly ModelPath[]>([]);
  const list = useId();
  useEffect(() => {
    let isCurrent = true;
    complete(typed).then(
      (found) => isCurrent && setOffers(found),
      // A folder that does not exist completes nothing.
      () => isCurrent && setOffers([]),
    );
    return () => {
      isCurrent = false;
    };
  }, [complete, typed]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (typed.trim() !== "") onAdd(typed.trim());
  };
  return (
    <form className={styles.pathForm} onSubmit={submit}>
      <Input
        className={ui.grow}
        autoFocus={onClose !== undefined}
        aria-label={words.path}
        placeholder={words.pathExample}
        list={list}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <datalist id={list}>
        {offers.map(({ path, isFolder }) => (
          <option key={path} value={isFolder ? `${path}/` : path} />
        ))}
      </datalist>
      <Button type="submit" kind="primary" disabled={busy || typed.trim() === ""}>
        {busy ? words.reading : words.use}
      </Button>
      {onClose && (
        <Button kind="quiet" onClick={onClose}>
          {t.cancel}
        </Button>
      )}
    </form>
  );
};
