import { type ReactNode, useId, useState } from "react";
import { Failure } from "#shared/contract/index.ts";
import type { Check } from "./checks.ts";

type Props = { title: string; text: string; children: ReactNode };

export const Setting = ({ title, text, children }: Props) => (
  <div className="setting">
    <div className="grow">
      <div className="b">{title}</div>
      <div className="m t12">{text}</div>
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
  /** What is wrong with it while it is typed. */
  check?: Check;
  onSave: (value: string) => Promise<void>;
};

/** A line that is saved when the person leaves it or presses Enter; what is refused stays, with the reason. */
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
      setRefused(error instanceof Failure ? error.message : String(error));
    }
  };
  return (
    <div className="setting">
      <div className="grow">
        <label className="b" htmlFor={id}>
          {title}
        </label>
        <div id={`${id}-text`} className={wrong ? "form-wrong" : "m t12"} role={wrong ? "alert" : undefined}>
          {wrong ?? text}
        </div>
      </div>
      <input
        id={id}
        className="field setting-line"
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
