import { styled } from "./styled.ts";
import styles from "./welcome.module.css";

/** What the screens before a project have in common. */
export const WelcomeSide = styled("aside", styles.side);

export const WelcomeBrand = styled("div", styles.brand);

export const RecentFolders = styled("section", styles.recent);
