import { Input } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { Problem } from "./problem.tsx";

type Props = {
  open: boolean;
  title: string;
  text?: string;
  /** The field's label, an example, and its initial text. */
  label: string;
  example?: string;
  value?: string;
  button: string;
  /** Why the last attempt failed. */
  failure?: string | null;
  onSubmit: (value: string) => void;
  onClose: () => void;
};

/** Asks for one line. A failure is shown in place. */
export const FieldDialog = ({ open, title, text, button, onSubmit, onClose, ...words }: Props) => (
  <FormDialog
    {...{ open, title, text, button, onClose }}
    onSubmit={(form) => {
      const value = form.get("value");
      if (typeof value === "string" && value.trim()) onSubmit(value.trim());
    }}
  >
    <Input
      name="value"
      required
      spellCheck={false}
      defaultValue={words.value}
      aria-label={words.label}
      placeholder={words.example}
    />
    {words.failure && (
      <Problem failure={words.failure} role="alert">
        {words.failure}
      </Problem>
    )}
  </FormDialog>
);
