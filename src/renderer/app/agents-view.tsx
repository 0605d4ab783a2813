import { AgentsPane } from "../agents/agents-pane.tsx";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { useWorkbench } from "./workbench-context.ts";
import { ViewHead, ViewText } from "../ui/view-head.tsx";
import viewStyles from "./view.module.css";

export const AgentsView = () => {
  const { agents, openFile } = useWorkbench();
  const open = () => openFile("agents.yaml", true);
  return (
    <section className={viewStyles.viewPage} aria-label={t.agents.title}>
      <ViewHead>
        <h1>{t.agents.title}</h1>
        <ViewText title={t.agents.text}>{t.agents.text}</ViewText>
        <Button onClick={open}>{t.agents.openFile}</Button>
      </ViewHead>
      <div className={viewStyles.viewBody}>
        <AgentsPane store={agents} onOpenFile={open} onOpen={(path) => openFile(path, true)} />
      </div>
    </section>
  );
};
