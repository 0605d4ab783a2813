import { use, useEffect, useState } from "react";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import { ModelLoading } from "./model-loading.ts";
import type { Retrying } from "./turn.ts";
import styles from "./chat-row.module.css";

/** Shorter waits need no clock. */
const SHOWN_AFTER_S = 5;

/** Nothing has come yet: how long that takes, or when it is tried again. */
export const Thinking = ({ retrying }: { retrying: Retrying | null }) => {
  const loading = use(ModelLoading);
  const [since] = useState(() => Date.now());
  const now = useSeconds();
  const waited = Math.floor((now - since) / 1000);
  const left = retrying ? Math.max(0, Math.ceil((retrying.until - now) / 1000)) : 0;
  return (
    <div className={styles.chatThinking}>
      <span className={styles.chatDots} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {/* What changes every second is not read out. */}
      <span role="status">
        {retrying ? retrying.reason : loading === null ? t.chat.thinking : t.chat.loadingModel}
      </span>
      {loading !== null && <span className={ui.num}>{t.chat.loaded(Math.round(loading * 100))}</span>}
      <span className={ui.num}>
        {retrying ? t.chat.retrying(left) : waited >= SHOWN_AFTER_S && t.chat.waited(waited)}
      </span>
    </div>
  );
};

const useSeconds = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return now;
};
