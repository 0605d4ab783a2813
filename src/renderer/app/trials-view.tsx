import { TrialsPane } from "../trials/trials-pane.tsx";
import { t } from "../ui/messages/index.ts";
import { ViewHead, ViewText } from "../ui/view-head.tsx";
import { useWorkbench } from "./workbench-context.ts";
import viewStyles from "./view.module.css";

/** The same questions asked in two ways. */
export const TrialsView = () => {
  const { client, trials } = useWorkbench();
  return (
    <section className={viewStyles.viewPage} aria-label={t.trials.title}>
      <ViewHead>
        <h1>{t.trials.title}</h1>
        <ViewText title={t.trials.text}>{t.trials.text}</ViewText>
      </ViewHead>
      <div className={viewStyles.viewBody}>
        <TrialsPane store={trials} client={client} />
      </div>
    </section>
  );
};
