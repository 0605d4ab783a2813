import { Search } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";
import { Input } from "./field.tsx";
import { Icon } from "./icon.tsx";
import styles from "./search-field.module.css";

type Props = Omit<ComponentProps<"input">, "size"> & {
  size?: "small" | "medium";
  /** A button at the end. */
  children?: ReactNode;
};

/** A field with a magnifier icon. The class is for its position. */
export const SearchField = ({ size = "medium", className, children, ...rest }: Props) => (
  <span className={classes(styles.search, className)} data-size={size}>
    <Icon of={Search} size={13} />
    <Input {...rest} />
    {children}
  </span>
);
