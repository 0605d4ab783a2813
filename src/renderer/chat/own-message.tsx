import { Copy, FileText, Pencil, Pin, PinOff, Plug } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { isServedPath } from "#shared/model/served-path.ts";
import { PASSAGES_MARK } from "#shared/model/tagged-text.ts";
import type { MessageEntry } from "#shared/model/session-entry.ts";
import { visiblePath } from "#shared/model/visible-text.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { readAttached } from "./attached.ts";
import { useChatActions } from "./chat-actions.ts";
import { PictureThumb } from "./picture-thumb.tsx";
import { useInFull } from "./use-in-full.ts";
import { Versions } from "./versions.tsx";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import chipsStyles from "./chips.module.css";
import messageActionsStyles from "./message-actions.module.css";
import ui from "../ui/basics.module.css";
import styles from "./own-message.module.css";

type Props = {
  entry: MessageEntry;
  versions: readonly string[] | undefined;
  pinned: boolean;
  busy: boolean;
};

/** Texts that are being edited, by message: a row that scrolls out of view is taken down, its words are not. */
const edits = new Map<string, string>();

export const OwnMessage = ({ entry, versions, pinned, busy }: Props) => {
  const actions = useChatActions();
  const [editing, setEditing] = useState<"no" | "begun" | "again">(edits.has(entry.id) ? "again" : "no");
  const full = useInFull();
  const { files, head, words } = readAttached(entry.content);
  const text = t.chat.own;
  const end = () => {
    edits.delete(entry.id);
    setEditing("no");
  };
  if (editing !== "no") {
    return (
      <EditForm
        words={edits.get(entry.id) ?? words}
        // A row that is drawn again near the view must not pull the list to it, nor the cursor from elsewhere.
        focused={editing === "begun"}
        onChange={(next) => edits.set(entry.id, next)}
        onCancel={end}
        onSave={(next) => {
          end();
          actions.edit(entry.id, head + next);
        }}
      />
    );
  }
  return (
    <article className={styles.own} aria-label={text.label}>
      <div className={styles.ownText}>
        {files.length > 0 && (
          <ul className={chipsStyles.chatChips} aria-label={t.chat.files}>
            {files.map(({ path, text: content }) => (
              <li key={path}>
                {isServedPath(path) ? (
                  <Chip title={visiblePath(path)}>
                    <Icon of={Plug} size={12} />
                    {visiblePath(path.slice(path.lastIndexOf("/") + 1))}
                  </Chip>
                ) : (
                  <Chip as="button" type="button" onClick={() => actions.openFile(path)}>
                    <Icon of={FileText} size={12} />
                    {path.slice(path.lastIndexOf("/") + 1)}
                    {content.startsWith(PASSAGES_MARK) && (
                      <span className={ui.quiet}>{t.chat.composer.passages}</span>
                    )}
                  </Chip>
                )}
              </li>
            ))}
          </ul>
        )}
        {entry.pictures && (
          <ul className={chipsStyles.chatChips} aria-label={text.pictures}>
            {entry.pictures.map((picture) => (
              <li key={picture.sha256}>
                <PictureThumb picture={picture} read={actions.readPicture} />
              </li>
            ))}
          </ul>
        )}
        <p>{withMentions(words)}</p>
      </div>
      <div
        className={messageActionsStyles.chatActions}
        data-kept={pinned || (versions?.length ?? 0) > 1 || undefined}
      >
        {full && (
          <>
            {pinned && <span className={classes(ui.quiet, ui.tiny)}>{text.pinned}</span>}
            <Versions entry={entry.id} versions={versions} busy={busy} />
            <IconButton
              icon={Pencil}
              size={13}
              label={text.edit}
              disabled={busy}
              onClick={() => {
                edits.set(entry.id, words);
                setEditing("begun");
              }}
            />
            <CopyButton text={words} />
            <PinButton id={entry.id} pinned={pinned} />
          </>
        )}
      </div>
    </article>
  );
};

export const CopyButton = ({ text }: { text: string }) => (
  <IconButton
    icon={Copy}
    size={13}
    label={t.chat.own.copy}
    onClick={() => void navigator.clipboard.writeText(text).then(() => notify(t.chat.own.copied))}
  />
);

export const PinButton = ({ id, pinned }: { id: string; pinned: boolean }) => {
  const { pinMessage } = useChatActions();
  return (
    <IconButton
      icon={pinned ? PinOff : Pin}
      size={13}
      label={pinned ? t.chat.own.unpin : t.chat.own.pin}
      onClick={() => pinMessage(id, !pinned)}
    />
  );
};

type EditProps = {
  words: string;
  focused: boolean;
  onChange: (words: string) => void;
  onCancel: () => void;
  onSave: (words: string) => void;
};

const EditForm = ({ words, focused, onChange, onCancel, onSave }: EditProps) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(words);
  const [length] = useState(words.length);
  const save = () => text.trim() && onSave(text.trim());
  useEffect(() => {
    if (!focused) return;
    field.current?.focus();
    field.current?.setSelectionRange(length, length);
  }, [focused, length]);
  return (
    <div className={styles.ownEdit}>
      <textarea
        ref={field}
        rows={1}
        aria-label={t.chat.own.editing}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          onChange(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") onCancel();
          if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            save();
          }
        }}
      />
      <div className={ui.row}>
        <span className={ui.grow} />
        <Button size="small" kind="quiet" onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button size="small" kind="primary" disabled={text.trim() === ""} onClick={save}>
          {t.chat.own.save}
        </Button>
      </div>
    </div>
  );
};

/** Highlights `@suppliers.md`. */
const withMentions = (words: string): ReactNode[] =>
  words.split(/(@[\w./-]*\w)/g).map((part, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have nothing but their place.
      <span key={index} className={styles.ownMention}>
        {part}
      </span>
    ) : (
      part
    ),
  );
