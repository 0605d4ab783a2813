import { ChevronDown, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/icon.tsx";
import ui from "../ui/basics.module.css";
import styles from "./model-step.module.css";
import stepStyles from "./step.module.css";

/** Options under a heading. */
export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2 className={stepStyles.firstLabel}>{title}</h2>
    <div>{children}</div>
  </section>
);

type OptionProps = {
  disabled?: boolean;
  icon: LucideIcon;
  title: string;
  text: ReactNode;
  on: boolean;
  onPick: () => void;
  children?: ReactNode;
};

/** One of the models that could answer. */
export const Option = ({ icon, title, text, on, disabled = false, onPick, children }: OptionProps) => (
  <div className={styles.firstOption} data-on={on || undefined}>
    <label className={classes(ui.row, ui.grow)}>
      <input type="radio" name="model" checked={on} disabled={disabled} onChange={onPick} />
      <span className={styles.firstLogo}>
        <Icon of={icon} size={18} />
      </span>
      <span className={ui.grow}>
        <span className={ui.strong}>{title}</span>
        <span className={styles.firstOptionText}>{text}</span>
      </span>
    </label>
    {children}
  </div>
);

/** There is more content than is visible. */
export const Chevron = () => (
  <span className={styles.firstChevron}>
    <Icon of={ChevronDown} size={14} />
  </span>
);
