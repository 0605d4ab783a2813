import { FileText, GraduationCap, type LucideIcon, Plug, Slash, TextQuote, Wrench } from "lucide-react";
import { useEffect, useRef } from "react";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./suggestions.module.css";

export type SuggestionKind =
  | "file"
  | "command"
  | "prompt"
  | "skill"
  | "tool"
  /** Of a tool server. */
  | "resource"
  | "served-prompt";

const ICONS: Readonly<Record<SuggestionKind, LucideIcon>> = {
  file: FileText,
  command: Slash,
  prompt: TextQuote,
  skill: GraduationCap,
  tool: Wrench,
  resource: Plug,
  "served-prompt": Plug,
};

export type Suggestion = {
  readonly id: string;
  readonly kind: SuggestionKind;
  readonly label: string;
  readonly detail: string;
  /** What it adds to a prompt or takes in it. */
  readonly cost?: string;
};

type Props = {
  id: string;
  suggestions: readonly Suggestion[];
  active: number;
  onChoose: (index: number) => void;
};

/**
 * Above the composer; the focus stays in the text, which names the active item with `aria-activedescendant`.
 */
export const Suggestions = ({ id, suggestions, active, onChoose }: Props) => {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <ul
      ref={list}
      id={id}
      className={classes(ui.pop, styles.suggestions)}
      role="listbox"
      aria-label={t.chat.composer.suggestions}
    >
      {suggestions.map((suggestion, index) => (
        <li
          key={`${suggestion.kind} ${suggestion.id}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onPointerDown={(event) => {
            // The text keeps the focus.
            event.preventDefault();
            onChoose(index);
          }}
        >
          <Icon of={ICONS[suggestion.kind]} size={14} />
          {suggestion.kind !== "file" && suggestion.kind !== "command" && (
            <span className={ui.spoken}>{t.chat.offers.kinds[suggestion.kind]}</span>
          )}
          <span className={ui.ellipsis}>{suggestion.label}</span>
          <span className={classes(ui.quiet, ui.ellipsis, ui.grow)}>{suggestion.detail}</span>
          {suggestion.cost !== undefined && (
            <span className={classes(ui.quiet, ui.num, ui.small)}>{suggestion.cost}</span>
          )}
        </li>
      ))}
    </ul>
  );
};
