import { classes } from "../ui/classes.ts";
import { Input } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { formText } from "../ui/form-text.ts";
import { t } from "../ui/messages/index.ts";
import { Problem } from "../ui/problem.tsx";
import { useAttempt } from "../ui/use-attempt.ts";
import type { NewSpace } from "./team-state.ts";
import ui from "../ui/basics.module.css";
import styles from "./team-section.module.css";

type Props = { userName: string; onMake: (input: NewSpace) => Promise<void>; onClose: () => void };

const words = t.team.make;

/** The owner's connection is typed as a password is: not shown, and stored nowhere. */
export const MakeDialog = ({ userName, onMake, onClose }: Props) => {
  const { working, failure, attempt } = useAttempt();
  return (
    <FormDialog
      open
      title={words.title}
      text={words.text}
      button={working ? words.working : words.submit}
      onSubmit={(form) => {
        if (working) return;
        const text = (name: string) => formText(form, name);
        const input = { url: text("url"), team: text("team"), name: text("space"), memberName: text("name") };
        void attempt(() => onMake(input));
      }}
      onClose={onClose}
    >
      <label className={styles.field}>
        <span>{words.url}</span>
        <Input
          name="url"
          type="password"
          required
          maxLength={2_000}
          autoComplete="off"
          spellCheck={false}
          placeholder={words.example}
        />
        <span className={classes(ui.muted, ui.small)}>{words.urlText}</span>
      </label>
      <label className={styles.field}>
        <span>{words.team}</span>
        <Input name="team" required maxLength={200} />
      </label>
      <label className={styles.field}>
        <span>{words.space}</span>
        <Input name="space" required maxLength={200} />
      </label>
      <label className={styles.field}>
        <span>{words.name}</span>
        <Input name="name" required maxLength={100} defaultValue={userName} />
      </label>
      {failure && (
        <Problem failure={failure} role="alert">
          {failure}
        </Problem>
      )}
    </FormDialog>
  );
};
