import { type ReactNode, useId, useState } from "react";
import type { Check } from "./checks.ts";
import { Input } from "../ui/field.tsx";
import { classes } from "../ui/classes.ts";
import { failureText } from "../ui/failure-text.ts";
import ui from "../ui/basics.module.css";
import styles from "./setting.module.css";

type Props = { title: string; text: string; children: ReactNode };

export const Setting = ({ title, text, children }: Props) => (
  <div className={styles.setting}>
    <div className={ui.grow}>
      <div className={ui.strong}>{title}</div>
      <div className={classes(ui.muted, ui.small)}>{text}</div>
    </div>
    {children}
  </div>
);

type TextProps = {
  title: string;
  text: string;
  value: string;
  placeholder?: string;
  offers?: readonly string[];
  disabled?: boolean;
  /** The error while typing. */
  check?: Check;
  onSave: (value: string) => Promise<void>;
};

/** A field that is saved when the user leaves it or presses Enter; a refused value stays, with the reason. */
export const TextSetting = (props: TextProps) => {
  const { title, text, value, placeholder, offers, disabled, check, onSave } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const wrong = refused ?? (typed === null ? null : (check?.(typed) ?? null));
  const save = async () => {
    if (typed === null || typed.trim() === value) return setTyped(null);
    if (check?.(typed)) return;
    try {
      await onSave(typed.trim());
      setTyped(null);
      setRefused(null);
    } catch (error) {
      setRefused(failureText(error));
    }
  };
  return (
    <div className={styles.setting}>
      <div className={ui.grow}>
        <label className={ui.strong} htmlFor={id}>
          {title}
        </label>
        <div
          id={`${id}-text`}
          className={wrong ? ui.wrong : classes(ui.muted, ui.small)}
          role={wrong ? "alert" : undefined}
        >
          {wrong ?? text}
        </div>
      </div>
      <Input
        id={id}
        className={styles.settingLine}
        aria-describedby={`${id}-text`}
        aria-invalid={wrong !== null || undefined}
        spellCheck={false}
        disabled={disabled}
        placeholder={placeholder}
        list={offers && `${id}-offers`}
        value={typed ?? value}
        onChange={(event) => {
          setRefused(null);
          setTyped(event.currentTarget.value);
        }}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === "Enter") void save();
          if (event.key === "Escape") {
            setTyped(null);
            setRefused(null);
          }
        }}
      />
      {offers && (
        <datalist id={`${id}-offers`}>
          {offers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      )}
    </div>
  );
};
