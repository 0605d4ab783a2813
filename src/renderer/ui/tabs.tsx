import { memo } from "react";
import { Tabs as Radix } from "radix-ui";
import { styled } from "./styled.ts";
import styles from "./tabs.module.css";

type ListProps = { label: string; tabs: readonly { readonly value: string; readonly label: string }[] };

const List = memo(({ label, tabs }: ListProps) => (
  <Radix.List className={styles.list} aria-label={label}>
    {tabs.map(({ value, label: title }) => (
      <Radix.Trigger key={value} value={value} className={styles.tab}>
        {title}
      </Radix.Trigger>
    ))}
  </Radix.List>
));

/** Radix's tabs: the arrow keys move between them, and each shows its panel at once. */
export const Tabs = { Root: Radix.Root, List, Panel: styled(Radix.Content, undefined) };
