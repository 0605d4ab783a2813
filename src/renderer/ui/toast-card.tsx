import { styled } from "./styled.ts";
import styles from "./toast-card.module.css";

/** What a notice is drawn on. */
export const ToastCard = styled("div", styles.toast);
