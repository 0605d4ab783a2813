import { FilePen, FilePlus, Wrench } from "lucide-react";
import type { ApprovalRequest } from "#shared/contract/chat.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { useChatActions } from "./chat-actions.ts";
import { DiffView } from "./diff-view.tsx";

/** Asked before a tool does something: what exactly, and three answers. */
export const ApprovalCard = ({ request }: { request: ApprovalRequest }) => {
  const { decide } = useChatActions();
  const { change, tool, args, id } = request;
  const words = t.chat.approval;
  const creates = change !== null && change.before === null;
  const title = change ? (creates ? words.create : words.change) : words.allow(tool);
  const button = change ? (creates ? words.createButton : words.changeButton) : words.allowButton;
  return (
    <section className="approval" aria-label={title}>
      <header>
        <Icon of={change ? (creates ? FilePlus : FilePen) : Wrench} size={15} />
        <span className="grow ell">
          <span className="b">{title}</span> <span className="m">{change?.path}</span>
        </span>
        {change && <span className="s t12 num">{t.chat.tool.lines(lineCount(change.after))}</span>}
      </header>
      {change ? (
        <DiffView before={change.before ?? ""} after={change.after} />
      ) : (
        <pre className="diff" tabIndex={0}>
          {JSON.stringify(args, null, 2)}
        </pre>
      )}
      <footer>
        <Button size="small" kind="primary" onClick={() => decide(id, "once")}>
          {button}
        </Button>
        <Button size="small" onClick={() => decide(id, "always")}>
          {words.always}
        </Button>
        <span className="grow" />
        <Button size="small" kind="quiet" onClick={() => decide(id, "deny")}>
          {words.decline}
        </Button>
      </footer>
    </section>
  );
};

const lineCount = (text: string) => text.replace(/\n$/, "").split("\n").length;
