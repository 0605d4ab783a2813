import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import { useChatActions } from "./chat-actions.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./versions.module.css";

type Props = { entry: string; versions: readonly string[] | undefined; busy: boolean };

/** `‹ 2 / 3 ›`: the alternatives at this place of the conversation. */
export const Versions = ({ entry, versions, busy }: Props) => {
  const { showBranch } = useChatActions();
  if (!versions || versions.length < 2) return null;
  const at = versions.indexOf(entry);
  const step = (by: number) => {
    const next = versions[at + by];
    return { disabled: busy || next === undefined, onClick: () => next && showBranch(next) };
  };
  return (
    <span className={classes(styles.chatVersions, ui.num)} role="group" aria-label={t.chat.branch.label}>
      <IconButton icon={ChevronLeft} size={13} label={t.chat.branch.before} {...step(-1)} />
      <span>{t.chat.branch.of(at + 1, versions.length)}</span>
      <IconButton icon={ChevronRight} size={13} label={t.chat.branch.next} {...step(1)} />
    </span>
  );
};
