import { FilePen, FilePlus, Wrench } from "lucide-react";
import type { ApprovalRequest } from "#shared/contract/chat.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { useChatActions } from "./chat-actions.ts";
import { DiffView } from "./diff-view.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import diffViewStyles from "./diff-view.module.css";
import styles from "./approval-card.module.css";

/** Asked before a tool does something: what exactly, and three answers. */
export const ApprovalCard = ({ request }: { request: ApprovalRequest }) => {
  const { decide } = useChatActions();
  const { change, tool, args, id, always } = request;
  const words = t.chat.approval;
  const creates = change !== null && change.before === null;
  const title = change ? (creates ? words.create : words.change) : words.allow(tool);
  const button = change ? (creates ? words.createButton : words.changeButton) : words.allowButton;
  return (
    <section className={styles.approval} aria-label={title}>
      <header>
        <Icon of={change ? (creates ? FilePlus : FilePen) : Wrench} size={15} />
        <span className={classes(ui.grow, ui.ellipsis)}>
          <span className={ui.strong}>{title}</span> <span className={ui.muted}>{change?.path}</span>
        </span>
        {change && (
          <span className={classes(ui.quiet, ui.small, ui.num)}>
            {t.chat.tool.lines(lineCount(change.after))}
          </span>
        )}
      </header>
      {change ? (
        <DiffView before={change.before ?? ""} after={change.after} />
      ) : (
        <pre className={diffViewStyles.diff} tabIndex={0}>
          {JSON.stringify(args, null, 2)}
        </pre>
      )}
      <footer>
        <Button size="small" kind="primary" onClick={() => decide(id, "once")}>
          {button}
        </Button>
        {always && (
          <Button size="small" onClick={() => decide(id, "always")}>
            {always.folder === null ? words.always : words.alwaysIn(always.folder)}
          </Button>
        )}
        <span className={ui.grow} />
        <Button size="small" kind="quiet" onClick={() => decide(id, "deny")}>
          {words.decline}
        </Button>
      </footer>
    </section>
  );
};

const lineCount = (text: string) => text.replace(/\n$/, "").split("\n").length;
