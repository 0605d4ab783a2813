import { AgentsPane } from "../agents/agents-pane.tsx";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { useWorkbench } from "./workbench-context.ts";

export const AgentsView = () => {
  const { agents, openFile } = useWorkbench();
  const open = () => openFile("agents.yaml", true);
  return (
    <section className="view-page" aria-label={t.agents.title}>
      <header className="view-head">
        <h1>{t.agents.title}</h1>
        <span className="m t12 ell grow" title={t.agents.text}>
          {t.agents.text}
        </span>
        <Button onClick={open}>{t.agents.openFile}</Button>
      </header>
      <div className="view-body">
        <AgentsPane store={agents} onOpenFile={open} />
      </div>
    </section>
  );
};
