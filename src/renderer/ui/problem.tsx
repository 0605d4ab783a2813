import { styled } from "./styled.ts";
import styles from "./problem.module.css";

/** What went wrong, in words, and buttons for what can be done about it. */
export const Problem = styled("div", styles.problem);
