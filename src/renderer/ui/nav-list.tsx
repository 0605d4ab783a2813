import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { styled } from "./styled.ts";
import styles from "./nav-list.module.css";

/** A list beside the content it selects: commits, agents, profiles, sections of the settings. */
export const NavList = styled("ul", styles.list);

/** The selected item has `aria-current`. */
export const NavRow = ({ className, ...rest }: ComponentProps<"button">) => (
  <button type="button" className={classes(styles.row, className)} {...rest} />
);

export const NavTitle = styled("span", styles.title);

export const NavText = styled("span", styles.text);
