import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { told } from "../ui/told.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./template-offer.module.css";

/** Offers to fill a folder in which an agent finds little to read. Existing files are not changed. */
export const TemplateOffer = () => {
  const { openProject, windowState } = useWorkbench();
  const project = useApp((state) => state.project);
  const [declined, setDeclined] = useState(() => windowState.read("templateDeclined", false));
  const lacks = project?.warnings.some(({ code }) => codes.has(code)) ?? false;
  if (!project || !lacks || declined) return null;
  const words = t.app.template;
  const decline = () => {
    windowState.write("templateDeclined", true);
    setDeclined(true);
  };
  const fill = async () => {
    await openProject(project.folder, "plain");
    notify(words.done);
  };
  return (
    <div className={styles.templateOffer} role="group" aria-label={words.title}>
      <div className={ui.strong}>{words.title}</div>
      <p className={classes(ui.muted, ui.small)}>{words.text}</p>
      <div className={ui.row}>
        <Button size="small" onClick={() => told(fill())}>
          {words.fill}
        </Button>
        <Button size="small" kind="quiet" onClick={decline}>
          {words.decline}
        </Button>
      </div>
    </div>
  );
};

/** The warnings of the core about a folder without a workspace, or a workspace without its first file. */
const codes: ReadonlySet<string> = new Set(["workspace-missing", "agents-md-missing"]);
