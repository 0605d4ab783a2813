import { styled } from "./styled.ts";
import styles from "./view-head.module.css";

/** The bar at the top of a view: its name, and actions on all of it. */
export const ViewHead = styled("header", styles.viewHead);

/** What a view is about, in at most two lines. */
export const ViewText = styled("span", styles.viewText);
