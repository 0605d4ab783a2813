import { styled } from "./styled.ts";
import styles from "./card.module.css";

/** Something that stands for itself on the page. The class is for what is in it. */
export const Card = styled("section", styles.card);

/** One that is filled in. */
export const CardForm = styled("form", styles.card);
