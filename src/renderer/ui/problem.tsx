import { styled } from "./styled.ts";
import styles from "./problem.module.css";

/** A failure in words, and buttons for what can be done about it. */
export const Problem = styled("div", styles.problem);
