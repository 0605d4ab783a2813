import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { HelpLink } from "./help-link.tsx";
import type { HelpTopic } from "./help-topics.ts";
import { Icon } from "./icon.tsx";
import ui from "./basics.module.css";
import styles from "./empty-state.module.css";

type Props = {
  icon: LucideIcon;
  title: string;
  /** The section of the guide about it. */
  topic: HelpTopic;
  children?: ReactNode;
  actions?: ReactNode;
};

/** Icon, one bold line, one sentence, one button, and the guide. */
export const EmptyState = ({ icon, title, topic, children, actions }: Props) => (
  <div className={styles.emptyState}>
    <Icon of={icon} size={20} />
    <div className={ui.strong}>{title}</div>
    {children && <p>{children}</p>}
    {actions && <div className={styles.emptyActions}>{actions}</div>}
    <div className={styles.emptyHelp}>
      <HelpLink topic={topic} />
    </div>
  </div>
);
