import { Command as Cmdk } from "cmdk";
import { styled } from "./styled.ts";
import styles from "./pick-list.module.css";

/** A field above a list: a few letters filter it, and Enter chooses. */
export const PickField = styled("div", styles.field);

export const PickList = styled(Cmdk.List, styles.list);
