import { ChevronDown } from "lucide-react";
import { Icon } from "../ui/icon.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./choice.module.css";

type Props = {
  label: string;
  /** The label is for screen readers only. */
  quiet?: boolean;
  value: string;
  options: readonly { readonly value: string; readonly label: string }[];
  onChange: (value: string) => void;
};

/** A choice of one option, in the system's own list. */
export const Choice = ({ label, quiet = false, value, options, onChange }: Props) => (
  <label className={styles.choice}>
    <span className={quiet ? ui.spoken : classes(ui.muted, ui.small)}>{label}</span>
    <span className={styles.choiceBox}>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size={13} />
    </span>
  </label>
);
