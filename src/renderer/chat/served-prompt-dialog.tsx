import { useId } from "react";
import { visibleText } from "#shared/model/visible-text.ts";
import { classes } from "../ui/classes.ts";
import { Input } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import type { PromptArgs, ServedPrompt } from "./served.ts";
import styles from "./served-prompt-dialog.module.css";

type Props = {
  prompt: ServedPrompt;
  onFill: (args: PromptArgs) => void;
  onClose: () => void;
};

/** Asks for the words that a prompt of a tool server leaves open. */
export const ServedPromptDialog = ({ prompt, onFill, onClose }: Props) => {
  const id = useId();
  const words = t.chat.served;
  return (
    <FormDialog
      open
      title={words.prompt(visibleText(prompt.name), prompt.server)}
      text={visibleText(prompt.text)}
      button={words.attach}
      onSubmit={(form) => {
        const filled = prompt.args.map(({ name }, index) => ({
          name,
          value: textOf(form.get(String(index))),
        }));
        onFill(filled.filter(({ value }) => value !== ""));
      }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        {prompt.args.map(({ name, text, required }, index) => (
          <label key={name}>
            <span className={ui.strong}>
              {visibleText(name)} {!required && <span className={ui.quiet}>{words.optional}</span>}
            </span>
            <Input
              name={String(index)}
              required={required}
              autoFocus={index === 0}
              aria-describedby={text === "" ? undefined : `${id}-${index}`}
            />
            {text !== "" && (
              <span id={`${id}-${index}`} className={classes(ui.muted, ui.small)}>
                {visibleText(text)}
              </span>
            )}
          </label>
        ))}
      </div>
    </FormDialog>
  );
};

const textOf = (value: FormDataEntryValue | null): string => (typeof value === "string" ? value : "");
