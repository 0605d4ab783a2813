import { ShieldAlert } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { told } from "../ui/told.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";
import styles from "./banner.module.css";

const words = t.app.trust;

/** Above every view as long as the open folder is not trusted: what is off, and the button that ends it. */
export const RestrictedBanner = () => {
  const { client, app } = useWorkbench();
  const isRestricted = useApp((state) => state.project?.trusted === false);
  if (!isRestricted) return null;
  const trust = async () => {
    await client.call("project.trust", { trusted: true });
    await app.getState().refresh();
  };
  return (
    <div className={styles.banner} role="region" aria-label={words.restricted}>
      <Icon of={ShieldAlert} />
      <span>
        <strong>{words.restricted}</strong> {words.off}
      </span>
      <Button size="small" onClick={() => told(trust())}>
        {words.trust}
      </Button>
    </div>
  );
};
