import { Lock } from "lucide-react";
import { HelpLink } from "./help-link.tsx";
import { Icon } from "./icon.tsx";
import { t } from "./messages/index.ts";
import { styled } from "./styled.ts";
import styles from "./welcome.module.css";

/** Shared parts of the screens before a project is open. */
export const WelcomeSide = styled("aside", styles.side);

export const WelcomeBrand = styled("div", styles.brand);

export const RecentFolders = styled("section", styles.recent);

/** At the bottom of the side: where help is, and that nothing more is needed. */
export const WelcomeFoot = () => (
  <div className={styles.foot}>
    <HelpLink topic="firstDay" />
    <p>
      <Icon of={Lock} size={14} />
      {t.app.start.offline}
    </p>
  </div>
);
