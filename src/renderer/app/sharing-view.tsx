import { ConnectPane } from "../sharing/connect-pane.tsx";
import { InboxPane } from "../sharing/inbox-pane.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { offerUndo } from "../ui/undo-change.ts";
import { ViewHead, ViewText } from "../ui/view-head.tsx";
import { useApp, useWorkbench } from "./workbench-context.ts";
import viewStyles from "./view.module.css";

const words = t.sharing;
const parts = () => (["inbox", "connect"] as const).map((value) => ({ value, label: words.parts[value] }));

/** What other programs propose, and how they are connected. */
export const SharingView = () => {
  const { client, sharing } = useWorkbench();
  const project = useApp((state) => state.project);
  const part = useApp((state) => state.sharingPart);
  const show = useApp((state) => state.showSharing);
  const text = part === "inbox" ? words.text : words.connectText;
  return (
    <section className={viewStyles.viewPage} aria-label={words.title}>
      <ViewHead>
        <h1>{words.title}</h1>
        <Segmented label={words.part} value={part} options={parts()} onChange={show} />
        <ViewText title={text}>{text}</ViewText>
      </ViewHead>
      <div className={viewStyles.viewBody}>
        {part === "inbox" ? (
          <InboxPane
            store={sharing}
            agentName={(id) => project?.agents.find((agent) => agent.id === id)?.displayName}
            onAccepted={({ path, change }) => notify(words.accepted(path), offerUndo(client, change))}
            onConnect={() => show("connect")}
          />
        ) : (
          <ConnectPane folder={project?.folder ?? ""} />
        )}
      </div>
    </section>
  );
};
