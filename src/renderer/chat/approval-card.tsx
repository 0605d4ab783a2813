import { FileKey, FilePen, FilePlus, GraduationCap, Plug, Wrench } from "lucide-react";
import type { ApprovalRequest } from "#shared/contract/chat.ts";
import { visiblePath, visibleText } from "#shared/model/visible-text.ts";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { useChatActions } from "./chat-actions.ts";
import { DiffView } from "./diff-view.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import diffViewStyles from "./diff-view.module.css";
import styles from "./approval-card.module.css";

/** Asks before a tool does something: exactly what, and three answers. */
export const ApprovalCard = ({ request }: { request: ApprovalRequest }) => {
  const { decide } = useChatActions();
  const { change, args, id, always, secret, skill, server } = request;
  const words = t.chat.approval;
  const { icon, title, button } = kindOf(request);
  const path = change?.path ?? skill?.path ?? secret;
  return (
    <section className={styles.approval} aria-label={title}>
      <header>
        <Icon of={icon} size={15} />
        <span className={classes(ui.grow, styles.what)}>
          <span className={ui.strong}>{title}</span> {path !== null && <bdi>{nameOf(path)}</bdi>}
        </span>
        {change && (
          <span className={classes(ui.quiet, ui.small, ui.num)}>
            {t.chat.tool.lines(lineCount(change.after))}
          </span>
        )}
      </header>
      {path !== null && <WholePath path={path} />}
      {secret !== null && <p className={classes(ui.muted, ui.small, styles.note)}>{words.secretText}</p>}
      {server && (
        <p className={classes(ui.muted, ui.small, styles.note)}>
          {words.servedText(server.id, visibleText(server.tool))}
        </p>
      )}
      {skill && (
        <p className={classes(ui.muted, ui.small, styles.note)}>
          {words.skillText(formatCount(skill.tokens))}
          {skill.files.length > 0 && ` ${words.skillFiles(skill.files.map(visiblePath).join(", "))}`}
        </p>
      )}
      {skill ? (
        <pre className={diffViewStyles.diff} tabIndex={0}>
          {visibleText(skill.text)}
        </pre>
      ) : change ? (
        <DiffView before={change.before ?? ""} after={change.after} />
      ) : (
        <pre className={diffViewStyles.diff} tabIndex={0}>
          {visibleText(JSON.stringify(args, null, 2))}
        </pre>
      )}
      {always && (
        <p className={classes(ui.muted, ui.small, styles.note)}>{alwaysText(request, always.folder)}</p>
      )}
      <footer>
        <Button size="small" kind="primary" onClick={() => decide(id, "once")}>
          {button}
        </Button>
        {always && (
          <Button size="small" onClick={() => decide(id, "always")}>
            {alwaysButton(request, always.folder)}
          </Button>
        )}
        <span className={ui.grow} />
        {server && (
          <Button size="small" kind="quiet" onClick={() => decide(id, "never")}>
            {words.never}
          </Button>
        )}
        <Button size="small" kind="quiet" onClick={() => decide(id, "deny")}>
          {words.decline}
        </Button>
      </footer>
    </section>
  );
};

const alwaysText = ({ server, skill }: ApprovalRequest, folder: string | null): string => {
  const words = t.chat.approval;
  if (skill) return words.skillAlwaysText;
  if (server) return words.alwaysServedText;
  return words.alwaysText(folder === null ? null : visiblePath(folder));
};

const alwaysButton = ({ tool, server, skill }: ApprovalRequest, folder: string | null): string => {
  const words = t.chat.approval;
  if (skill) return words.skillAlways;
  if (server) return words.alwaysServed;
  return folder === null ? words.always(tool) : words.alwaysIn(visiblePath(folder));
};

const kindOf = ({ change, secret, skill, tool, server }: ApprovalRequest) => {
  const words = t.chat.approval;
  if (secret !== null) return { icon: FileKey, title: words.secret, button: words.secretButton };
  if (skill) return { icon: GraduationCap, title: words.skill, button: words.skillButton };
  if (server) return { icon: Plug, title: words.served(server.id), button: words.secretButton };
  if (change === null) return { icon: Wrench, title: words.allow(tool), button: words.allowButton };
  return change.before === null
    ? { icon: FilePlus, title: words.create, button: words.createButton }
    : { icon: FilePen, title: words.change, button: words.changeButton };
};

/** Never cut. Each name on its own, so that a name in a script from right to left does not turn the others around. */
const WholePath = ({ path }: { path: string }) => (
  <p className={classes(ui.muted, ui.small, styles.path)}>
    {visiblePath(path)
      .split("/")
      .map((name, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- names of a path have nothing but their place.
        <span key={index}>
          {index > 0 && "/"}
          <bdi>{name}</bdi>
        </span>
      ))}
  </p>
);

const nameOf = (path: string) => visiblePath(path.slice(path.lastIndexOf("/") + 1));

const lineCount = (text: string) => text.replace(/\n$/, "").split("\n").length;
