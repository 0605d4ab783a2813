import { useEffect, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import { contextStrip, type SnapshotRun } from "#shared/model/snapshot-run.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./context-strip.module.css";

/** What the last run took from the project. Only for agents whose prompts contain a snapshot of it. */
export const ContextStrip = ({ client }: { client: Client }) => {
  const [run, setRun] = useState<SnapshotRun | null>(null);
  useEffect(() => {
    let left = false;
    const read = () =>
      void client.call("context.lastRun", {}).then(
        (found) => left || setRun(found),
        () => {},
      );
    read();
    const stop = client.on("context.ran", read);
    return () => {
      left = true;
      stop();
    };
  }, [client]);
  return <div className={classes(styles.contextStrip, ui.quiet, ui.tiny, ui.num)}>{contextStrip(run)}</div>;
};
