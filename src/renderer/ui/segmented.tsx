import { ToggleGroup } from "radix-ui";
import styles from "./segmented.module.css";

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value) => void;
};

/** Two or three choices side by side, exactly one of them selected. */
export const Segmented = <Value extends string>({ label, value, options, onChange }: Props<Value>) => (
  <ToggleGroup.Root
    type="single"
    className={styles.segmented}
    aria-label={label}
    value={value}
    onValueChange={(next) => {
      if (next) onChange(next as Value);
    }}
  >
    {options.map((option) => (
      <ToggleGroup.Item key={option.value} value={option.value}>
        {option.label}
      </ToggleGroup.Item>
    ))}
  </ToggleGroup.Root>
);
