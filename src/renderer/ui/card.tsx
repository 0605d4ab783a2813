import { styled } from "./styled.ts";
import styles from "./card.module.css";

/** A box with a border. The class is for its content. */
export const Card = styled("section", styles.card);

/** A card with a filled background. */
export const CardForm = styled("form", styles.card);
