import { styled } from "./styled.ts";
import styles from "./welcome.module.css";

/** Shared parts of the screens before a project is open. */
export const WelcomeSide = styled("aside", styles.side);

export const WelcomeBrand = styled("div", styles.brand);

export const RecentFolders = styled("section", styles.recent);
