import { useEffect, useState } from "react";
import type { ConnectionStatus } from "../client/index.ts";
import { HelpLink } from "../ui/help-link.tsx";
import { t } from "../ui/messages/index.ts";
import { SatchelMark } from "../ui/satchel-mark.tsx";
import ui from "../ui/basics.module.css";
import styles from "./connection-screen.module.css";

type Props = { status: Exclude<ConnectionStatus, "open"> };

/** A restart takes less; after this nobody may be there to start it again. */
const RESTART_MS = 12_000;

/**
 * Covers the window while there is no connection to the core. It disappears on its own when there is one again;
 * nothing typed is lost.
 */
export const ConnectionScreen = ({ status }: Props) => {
  const isGone = useLongerThan(RESTART_MS) && status === "lost";
  const words = t.app.connection;
  return (
    <div className={styles.connection} data-status={status}>
      <div className={styles.connectionCard} role={status === "connecting" ? "status" : "alert"}>
        <SatchelMark size={24} />
        <div className={ui.strong}>{isGone ? words.gone : titles()[status]}</div>
        <p>{isGone ? words.goneText : texts()[status]}</p>
        {status !== "connecting" && <HelpLink topic="connection" />}
        {status !== "refused" && !isGone && <span className={styles.connectionBar} aria-hidden="true" />}
      </div>
    </div>
  );
};

const useLongerThan = (ms: number): boolean => {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOver;
};

const titles = () => ({
  connecting: t.app.connection.connecting,
  lost: t.app.connection.lost,
  refused: t.app.connection.refused,
});

const texts = () => ({
  connecting: t.app.connection.connectingText,
  lost: t.app.connection.lostText,
  refused: t.app.connection.refusedText,
});
