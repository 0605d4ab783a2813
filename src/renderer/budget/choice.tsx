import { ChevronDown } from "lucide-react";
import { Icon } from "../ui/icon.tsx";

type Props = {
  label: string;
  /** The label is only for those who hear it. */
  quiet?: boolean;
  value: string;
  options: readonly { readonly value: string; readonly label: string }[];
  onChange: (value: string) => void;
};

/** One of several, in the system's own list. */
export const Choice = ({ label, quiet = false, value, options, onChange }: Props) => (
  <label className="choice">
    <span className={quiet ? "sr-only" : "m t12"}>{label}</span>
    <span className="choice-box">
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
