import { Input, TextArea } from "../ui/field.tsx";
import { classes } from "../ui/classes.ts";
import { FormDialog } from "../ui/form-dialog.tsx";
import { formText } from "../ui/form-text.ts";
import { t } from "../ui/messages/index.ts";
import { Problem } from "../ui/problem.tsx";
import { useAttempt } from "../ui/use-attempt.ts";
import ui from "../ui/basics.module.css";
import styles from "./team-section.module.css";

type Props = {
  userName: string;
  onJoin: (invitation: string, name: string) => Promise<void>;
  onClose: () => void;
};

const words = t.team.join;

export const JoinDialog = ({ userName, onJoin, onClose }: Props) => {
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
        void attempt(() => onJoin(text("invitation"), text("name")));
      }}
      onClose={onClose}
    >
      <label className={styles.field}>
        <span>{words.invitation}</span>
        <TextArea
          name="invitation"
          required
          rows={4}
          maxLength={4_000}
          spellCheck={false}
          className={styles.line}
        />
      </label>
      <label className={styles.field}>
        <span>{words.name}</span>
        <Input name="name" required maxLength={100} defaultValue={userName} />
        <span className={classes(ui.muted, ui.small)}>{words.nameText}</span>
      </label>
      {failure && (
        <Problem failure={failure} role="alert">
          {failure}
        </Problem>
      )}
    </FormDialog>
  );
};
