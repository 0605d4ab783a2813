import { Dialog as Radix } from "radix-ui";
import { styled } from "./styled.ts";
import styles from "./dialog.module.css";

/** Radix's dialog with our styles: a card over the window that traps the focus until it is closed. */
export const Dialog = {
  Root: Radix.Root,
  Portal: Radix.Portal,
  Overlay: styled(Radix.Overlay, styles.overlay),
  Content: styled(Radix.Content, styles.content),
  Title: styled(Radix.Title, styles.title),
  Description: styled(Radix.Description, styles.text),
  Close: Radix.Close,
  /** The buttons at the bottom. */
  Actions: styled("div", styles.actions),
};
