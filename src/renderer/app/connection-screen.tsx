import type { ConnectionStatus } from "../client/index.ts";
import { t } from "../ui/messages/index.ts";
import { SatchelMark } from "../ui/satchel-mark.tsx";
import ui from "../ui/basics.module.css";
import styles from "./connection-screen.module.css";

type Props = { status: Exclude<ConnectionStatus, "open"> };

/**
 * Covers the window while there is no connection to the core. It disappears on its own; nothing typed is
 * lost.
 */
export const ConnectionScreen = ({ status }: Props) => (
  <div className={styles.connection} data-status={status}>
    <div className={styles.connectionCard} role={status === "connecting" ? "status" : "alert"}>
      <SatchelMark size={24} />
      <div className={ui.strong}>{titles[status]}</div>
      <p>{texts[status]}</p>
      {status !== "refused" && <span className={styles.connectionBar} aria-hidden="true" />}
    </div>
  </div>
);

const titles = {
  connecting: t.app.connection.connecting,
  lost: t.app.connection.lost,
  refused: t.app.connection.refused,
};

const texts = {
  connecting: t.app.connection.connectingText,
  lost: t.app.connection.lostText,
  refused: t.app.connection.refusedText,
};
