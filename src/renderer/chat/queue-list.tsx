import { ArrowDown, ArrowUp, Paperclip, Pencil, X } from "lucide-react";
import { useState } from "react";
import type { MessageQueue, QueuedMessage } from "#shared/model/message-queue.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { TextArea } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import styles from "./queue-list.module.css";

type Props = {
  queue: MessageQueue;
  onEdit: (id: string, text: string) => void;
  onMove: (id: string, to: number) => void;
  onRemove: (id: string) => void;
  onResume: () => void;
};

/** What waits for the answer that is arriving, or for the user. */
export const QueueList = ({ queue, onResume, ...on }: Props) => {
  const { messages, held } = queue;
  const words = t.chat.queue;
  if (messages.length === 0) return null;
  return (
    <section className={styles.queue} aria-label={words.label} data-held={held !== null || undefined}>
      <div className={styles.head}>
        <span className={classes(ui.grow, ui.small)} role="status">
          {held ? (
            <>
              <span className={ui.strong}>{words.held[held.reason]}</span> {held.message}
            </>
          ) : (
            words.waiting(messages.length)
          )}
        </span>
        {held && (
          <Button size="small" onClick={onResume}>
            {words.resume(messages.length)}
          </Button>
        )}
      </div>
      <ol>
        {messages.map((message, index) => (
          <Waiting key={message.id} message={message} index={index} count={messages.length} {...on} />
        ))}
      </ol>
    </section>
  );
};

type WaitingProps = Pick<Props, "onEdit" | "onMove" | "onRemove"> & {
  message: QueuedMessage;
  index: number;
  count: number;
};

const Waiting = ({ message, index, count, onEdit, onMove, onRemove }: WaitingProps) => {
  const [isEdited, setEdited] = useState(false);
  const words = t.chat.queue;
  const { id, text } = message;
  const attachments = [...message.attachments, ...message.pictures.map(({ name }) => name)];
  if (isEdited)
    return (
      <li>
        <Edited
          text={text}
          onSave={(next) => {
            setEdited(false);
            if (next !== text) onEdit(id, next);
          }}
          onCancel={() => setEdited(false)}
        />
      </li>
    );
  return (
    <li>
      <span className={classes(ui.quiet, ui.num, ui.small)}>{index + 1}</span>
      <span className={classes(ui.grow, ui.ellipsis)} title={text}>
        {text}
      </span>
      {attachments.length > 0 && (
        <span className={classes(ui.quiet, ui.small, styles.files)} title={attachments.join("\n")}>
          <Icon of={Paperclip} size={11} />
          {attachments.length}
        </span>
      )}
      {index > 0 && (
        <IconButton icon={ArrowUp} size={13} label={words.up} onClick={() => onMove(id, index - 1)} />
      )}
      {index < count - 1 && (
        <IconButton icon={ArrowDown} size={13} label={words.down} onClick={() => onMove(id, index + 1)} />
      )}
      <IconButton icon={Pencil} size={13} label={words.edit} onClick={() => setEdited(true)} />
      <IconButton icon={X} size={13} label={words.remove} onClick={() => onRemove(id)} />
    </li>
  );
};

type EditedProps = { text: string; onSave: (text: string) => void; onCancel: () => void };

const Edited = ({ text, onSave, onCancel }: EditedProps) => {
  const [written, setWritten] = useState(text);
  const words = t.chat.queue;
  const save = () => (written.trim() === "" ? onCancel() : onSave(written.trim()));
  return (
    <div className={styles.edited}>
      <TextArea
        autoFocus
        rows={2}
        aria-label={words.editing}
        value={written}
        onChange={(event) => setWritten(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape") onCancel();
          else if (event.key !== "Enter" || event.shiftKey) return;
          else save();
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <div className={ui.row}>
        <Button size="small" onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button size="small" kind="primary" onClick={save}>
          {words.save}
        </Button>
      </div>
    </div>
  );
};
