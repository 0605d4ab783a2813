import { ArrowUp, AtSign, FileText, ListPlus, Paperclip, SquareSlash, X } from "lucide-react";
import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
  type RefObject,
} from "react";
import type { McpOffers } from "#shared/contract/mcp.ts";
import type { Offer, Offers } from "#shared/contract/prompts.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { draggedPath } from "../ui/dragged-path.ts";
import { formatShort } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import { Ring } from "../ui/ring.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import type { AttachedFile } from "./attached.ts";
import { PictureThumb, type ReadPicture } from "./picture-thumb.tsx";
import { promptOf, promptSuggestions, resourceOf, resourceSuggestions, type ServedPrompt } from "./served.ts";
import type { SlashCommand } from "./slash-commands.ts";
import { askedAt, rankPaths } from "./suggest.ts";
import { type Suggestion, Suggestions } from "./suggestions.tsx";
import { Chip } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import chipsStyles from "./chips.module.css";
import styles from "./composer.module.css";

type Props = {
  agent: string;
  message: string;
  files: readonly AttachedFile[];
  paths: readonly string[];
  commands: readonly SlashCommand[];
  offers: Offers;
  /** The whole text of a saved prompt. */
  onPrompt: (name: string) => Promise<string | null>;
  onOffers: () => void;
  /** Resources and prompts of tool servers. */
  served: McpOffers;
  onServed: () => void;
  onResource: (resource: McpOffers["resources"][number]) => void;
  onServedPrompt: (prompt: ServedPrompt) => void;
  manifest: Manifest | null;
  running: boolean;
  model: ReactNode;
  /** What else can be chosen for the next answers, and what was. */
  tuning: ReactNode;
  chosen: ReactNode;
  onWrite: (message: string) => void;
  onAttach: (path: string) => void;
  onAttachOutside: (file: File) => void;
  onDetach: (path: string) => void;
  onReadPicture: ReadPicture;
  onSend: () => void;
  onStop: () => void;
  onBudget: () => void;
  onMentions: () => void;
};

export const Composer = (props: Props) => {
  const { agent, message, onWrite } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const typing = useTyping(props, field);
  const { suggestions, chosen } = typing;
  const { over, ...drop } = useDrop(props, () => field.current?.focus());
  const shown = suggestions.length > 0;
  return (
    <div className={styles.composer} data-over={over || undefined} {...drop}>
      {shown && <Suggestions id={id} suggestions={suggestions} active={chosen} onChoose={typing.choose} />}
      {props.chosen}
      <Attached files={props.files} onDetach={props.onDetach} onReadPicture={props.onReadPicture} />
      <textarea
        ref={field}
        id="composer"
        rows={1}
        aria-label={t.chat.message}
        aria-controls={shown ? id : undefined}
        aria-activedescendant={shown ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        placeholder={t.chat.placeholder(agent)}
        value={message}
        onChange={(event) => {
          onWrite(event.currentTarget.value);
          typing.typedAt(event.currentTarget.selectionStart);
        }}
        onSelect={(event) => typing.setCaret(event.currentTarget.selectionStart)}
        onFocus={props.onMentions}
        onPaste={(event) => {
          // A copied file is attached; copied text is pasted, also when a picture of it comes along.
          const { files, types } = event.clipboardData;
          if (files.length === 0 || types.includes("text/plain")) return;
          event.preventDefault();
          for (const file of files) props.onAttachOutside(file);
        }}
        onKeyDown={typing.onKeyDown}
      />
      <Foot {...props} onInsert={typing.insert} />
    </div>
  );
};

/** The text with its caret, and the suggestions for the word at the caret. */
const useTyping = (props: Props, field: RefObject<HTMLTextAreaElement | null>) => {
  const { message, onWrite, onSend } = props;
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  const [closed, setClosed] = useState(false);
  const asked = askedAt(message, caret);
  const isSlash = asked?.kind === "command";
  const isMention = asked?.kind === "file";
  const { onOffers, onServed } = props;
  useEffect(() => {
    if (isSlash) onOffers();
  }, [isSlash, onOffers]);
  useEffect(() => {
    if (isSlash || isMention) onServed();
  }, [isSlash, isMention, onServed]);
  const suggestions = closed || !asked ? [] : suggestionsOf(asked, props);
  const chosen = Math.min(active, suggestions.length - 1);

  const typedAt = (at: number) => {
    setCaret(at);
    setActive(0);
    setClosed(false);
  };

  const type = (text: string, at: number) => {
    onWrite(text);
    typedAt(at);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(at, at);
    });
  };

  const choose = (index: number) => {
    const suggestion = suggestions[index];
    if (!suggestion || !asked) return;
    const before = message.slice(0, asked.from);
    const after = message.slice(caret);
    if (suggestion.kind === "file") {
      const mention = `@${suggestion.label} `;
      props.onAttach(suggestion.id);
      return type(before + mention + after, before.length + mention.length);
    }
    if (suggestion.kind === "skill" || suggestion.kind === "tool") {
      const asking = t.chat.offers.ask[suggestion.kind](suggestion.id);
      return type(before + asking + after, before.length + asking.length);
    }
    if (suggestion.kind === "resource") {
      const resource = resourceOf(props.served, suggestion.id);
      if (resource) props.onResource(resource);
      return type(before + after, before.length);
    }
    if (suggestion.kind === "served-prompt") {
      const prompt = promptOf(props.served, suggestion.id);
      if (!prompt) return;
      const asking = t.chat.offers.ask.served(suggestion.label);
      type(before + asking + after, before.length + asking.length);
      return props.onServedPrompt(prompt);
    }
    if (suggestion.kind === "prompt") {
      return void props.onPrompt(suggestion.id).then((text) => {
        if (text !== null) type(before + text + after, before.length + text.length);
      });
    }
    type(after, 0);
    props.commands.find((command) => command.name === suggestion.id)?.run();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (suggestions.length > 0 && keysOfList(event)) return;
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    onSend();
  };

  const keysOfList = (event: KeyboardEvent): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((chosen + step + suggestions.length) % suggestions.length);
    else if (event.key === "Enter" || event.key === "Tab") choose(chosen);
    else if (event.key === "Escape") setClosed(true);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };

  const insert = (sign: "@" | "/") => {
    props.onMentions();
    if (sign === "/") return type(`/${message}`, 1);
    const head = message.slice(0, caret);
    const gap = head === "" || /\s$/.test(head) ? "@" : " @";
    type(head + gap + message.slice(caret), caret + gap.length);
  };

  return { suggestions, chosen, choose, insert, typedAt, setCaret, onKeyDown };
};

/** Files from the tree and from outside, dropped anywhere on the composer. */
const useDrop = (
  { onAttach, onAttachOutside }: Pick<Props, "onAttach" | "onAttachOutside">,
  onDone: () => void,
) => {
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    const path = event.dataTransfer.getData(draggedPath);
    if (path) onAttach(path);
    for (const file of event.dataTransfer.files) onAttachOutside(file);
    onDone();
  };
  const onDragOver = (event: DragEvent) => {
    const { types } = event.dataTransfer;
    if (!types.includes(draggedPath) && !types.includes("Files")) return;
    // Not passed on to the tree, which would refuse what is dropped outside of it.
    event.preventDefault();
    event.stopPropagation();
    setOver(true);
  };
  return { over, onDrop, onDragEnter: onDragOver, onDragOver, onDragLeave: () => setOver(false) };
};

type FootProps = Props & { onInsert: (sign: "@" | "/") => void };

/** Buttons for actions that also have keys; the model; how full the window is; send or stop. */
const Foot = (props: FootProps) => {
  const { message, running, onInsert, onSend, onStop } = props;
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className={classes(ui.row, styles.composerFoot)}>
      <IconButton
        icon={Paperclip}
        size={15}
        side="top"
        label={t.chat.composer.attach}
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          for (const file of event.currentTarget.files ?? []) props.onAttachOutside(file);
          event.currentTarget.value = "";
        }}
      />
      <IconButton
        icon={AtSign}
        size={15}
        side="top"
        label={t.chat.composer.mention}
        onClick={() => onInsert("@")}
      />
      <IconButton
        icon={SquareSlash}
        size={15}
        side="top"
        label={t.chat.composer.commands}
        onClick={() => onInsert("/")}
      />
      {props.tuning}
      <span className={classes(ui.grow, styles.composerModel)}>{props.model}</span>
      {props.manifest && <RingButton manifest={props.manifest} onBudget={props.onBudget} />}
      {running && (
        <Tooltip label={t.chat.stop} side="top">
          <button type="button" className={styles.composerSend} aria-label={t.chat.stop} onClick={onStop}>
            <i className={styles.composerStop} />
          </button>
        </Tooltip>
      )}
      {(!running || message.trim() !== "") && (
        <SendButton running={running} disabled={message.trim() === ""} onSend={onSend} />
      )}
    </div>
  );
};

type SendProps = { running: boolean; disabled: boolean; onSend: () => void };

const SendButton = ({ running, disabled, onSend }: SendProps) => {
  const label = running ? t.chat.queue.add : t.chat.send;
  return (
    <Tooltip label={label} side="top" shortcut="Enter">
      <button
        type="button"
        className={styles.composerSend}
        aria-disabled={disabled}
        aria-label={label}
        onClick={onSend}
      >
        <Icon of={running ? ListPlus : ArrowUp} size={15} />
      </button>
    </Tooltip>
  );
};

/** More would only be scrolled past. */
const MAX_SUGGESTIONS = 8;

const suggestionsOf = (
  { kind, query }: { kind: "file" | "command"; query: string },
  { paths, commands, offers, served }: Pick<Props, "paths" | "commands" | "offers" | "served">,
): readonly Suggestion[] =>
  kind === "file"
    ? [
        ...rankPaths(paths, query, MAX_SUGGESTIONS).map((path) => {
          const cut = path.lastIndexOf("/") + 1;
          return { id: path, kind, label: path.slice(cut), detail: path.slice(0, Math.max(0, cut - 1)) };
        }),
        ...resourceSuggestions(served, query),
      ]
    : [
        ...commands
          .filter(({ name }) => name.startsWith(query))
          .map(({ name, text }) => ({ id: name, kind, label: name, detail: text })),
        ...offered(offers.prompts, "prompt", query, offers.exact),
        ...promptSuggestions(served, query),
        ...offered(offers.skills, "skill", query, offers.exact),
        ...offered(offers.tools, "tool", query, offers.exact),
      ];

const offered = (
  list: readonly Offer[],
  kind: "prompt" | "skill" | "tool",
  query: string,
  exact: boolean,
): readonly Suggestion[] =>
  list
    .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
    .map(({ name, text, tokens }) => ({
      id: name,
      kind,
      label: name,
      detail: text,
      cost: t.chat.offers.cost[kind](`${exact ? "" : "~"}${formatShort(tokens)}`),
    }));

type AttachedProps = Pick<Props, "files" | "onDetach" | "onReadPicture">;

const Attached = ({ files, onDetach, onReadPicture }: AttachedProps) => {
  if (files.length === 0) return null;
  return (
    <ul className={classes(chipsStyles.chatChips, styles.attached)} aria-label={t.chat.files}>
      {files.map(({ path, text, picture }) => {
        const whole = picture?.name ?? path;
        const name = whole.slice(whole.lastIndexOf("/") + 1);
        if (picture) {
          return (
            <li key={path} className={styles.picture}>
              <PictureThumb picture={picture} read={onReadPicture} />
              <button type="button" aria-label={t.chat.composer.remove(name)} onClick={() => onDetach(path)}>
                <Icon of={X} size={11} />
              </button>
            </li>
          );
        }
        return (
          <Chip as="li" key={path} title={path}>
            <Icon of={FileText} size={12} />
            {name}{" "}
            <span className={classes(ui.quiet, ui.num)}>~{formatShort(Math.ceil(text.length / 4))}</span>
            <button type="button" aria-label={t.chat.composer.remove(name)} onClick={() => onDetach(path)}>
              <Icon of={X} size={11} />
            </button>
          </Chip>
        );
      })}
    </ul>
  );
};

const RingButton = ({ manifest, onBudget }: { manifest: Manifest; onBudget: () => void }) => {
  const { used, max, reservedOutput } = manifest.window;
  const mark = manifest.exact ? "" : "~";
  const label = t.chat.ring(`${mark}${formatShort(used)}`, formatShort(max));
  return (
    <Tooltip label={label} side="top">
      <button
        type="button"
        className={classes(styles.composerRing, ui.num)}
        aria-label={label}
        onClick={onBudget}
      >
        <Ring used={used} reserved={reservedOutput} max={max} exact={manifest.exact} />
        <span>
          <b>
            {mark}
            {formatShort(used)}
          </b>
          <span className={styles.composerMax}> / {formatShort(max)}</span>
        </span>
      </button>
    </Tooltip>
  );
};
