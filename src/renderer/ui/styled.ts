import { type ComponentProps, createElement, type ElementType } from "react";
import { classes } from "./classes.ts";

/** An element or a component with a fixed class. Its user may add a second one, which wins. */
export const styled = <Of extends ElementType>(of: Of, name: string | undefined) => {
  const Styled = ({ className, ...rest }: ComponentProps<Of> & { className?: string | undefined }) =>
    createElement(of, { ...rest, className: classes(name, className) });
  return Styled;
};
