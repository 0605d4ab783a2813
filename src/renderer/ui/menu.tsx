import { ContextMenu as RadixContext, DropdownMenu as RadixDropdown } from "radix-ui";
import { classes } from "./classes.ts";
import { styled } from "./styled.ts";
import ui from "./basics.module.css";
import styles from "./menu.module.css";

const content = classes(ui.pop, styles.content);

/** Opened by a button. */
export const DropdownMenu = {
  Root: RadixDropdown.Root,
  Trigger: RadixDropdown.Trigger,
  Portal: RadixDropdown.Portal,
  Content: styled(RadixDropdown.Content, content),
  Item: styled(RadixDropdown.Item, styles.item),
  Separator: styled(RadixDropdown.Separator, styles.line),
  Label: styled(RadixDropdown.Label, styles.label),
};

/** Opened by the secondary mouse button, or the menu key. */
export const ContextMenu = {
  Root: RadixContext.Root,
  Trigger: RadixContext.Trigger,
  Portal: RadixContext.Portal,
  Content: styled(RadixContext.Content, content),
  Item: styled(RadixContext.Item, styles.item),
  Separator: styled(RadixContext.Separator, styles.line),
};
