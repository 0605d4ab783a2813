import { styled } from "./styled.ts";
import styles from "./toast-card.module.css";

/** The card of a notice. */
export const ToastCard = styled("div", styles.toast);
