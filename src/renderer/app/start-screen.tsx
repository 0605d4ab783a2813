import { Folder } from "lucide-react";
import { type SubmitEvent, useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { useAttempt } from "../ui/use-attempt.ts";
import { SatchelMark } from "../ui/satchel-mark.tsx";
import { folderIn } from "./folder-in.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";
import { RecentFolders, WelcomeBrand, WelcomeFoot, WelcomeSide } from "../ui/welcome.tsx";
import { Problem } from "../ui/problem.tsx";
import { Input } from "../ui/field.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import { Card } from "../ui/card.tsx";
import styles from "./start-screen.module.css";

type Template = { readonly id: string; readonly title: string; readonly description: string };
type Recent = { readonly folder: string; readonly name: string };

/** Shown while no project is open: the sample, the user's own folder, or a recent one. */
export const StartScreen = () => {
  const { client, openProject, pickFolder } = useWorkbench();
  const picksFolders = useApp((state) => state.info?.picksFolders ?? false);
  const [templates, setTemplates] = useState<readonly Template[]>([]);
  const [recent, setRecent] = useState<readonly Recent[]>([]);
  const { failure, attempt } = useAttempt();

  useEffect(() => {
    void client.call("project.templates", {}).then((found) => setTemplates(found.templates));
    void client.call("project.recent", {}).then((found) => setRecent(found.projects));
  }, [client]);

  const open = (folder: string, template?: string) => attempt(() => openProject(folder, template));
  const pickAndOpen = async () => {
    const folder = await pickFolder();
    if (folder !== null) await openProject(folder);
  };
  const submit = (template?: string) => (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void open(folderIn(event.currentTarget), template);
  };

  return (
    <main className={styles.start}>
      <WelcomeSide>
        <WelcomeBrand>
          <SatchelMark size={26} />
          {t.app.name}
        </WelcomeBrand>
        <WelcomeFoot />
      </WelcomeSide>
      <div className={styles.startBody}>
        <h1>{t.app.start.title}</h1>
        <p>{t.app.start.text}</p>
        <div className={styles.startCards}>
          {templates.slice(0, 1).map((template) => (
            <Card key={template.id} className={styles.startCard} aria-label={t.app.start.sample}>
              <h2>{t.app.start.sample}</h2>
              <p>
                {template.title}: {template.description}
              </p>
              <FolderForm
                label={t.app.start.sampleFolder}
                button={t.app.start.sampleButton}
                primary
                onSubmit={submit(template.id)}
              />
            </Card>
          ))}
          <Card className={styles.startCard} aria-label={t.app.start.folder}>
            <h2>{t.app.start.folder}</h2>
            <p>{t.app.start.folderText}</p>
            {picksFolders ? (
              <Button onClick={() => void attempt(pickAndOpen)}>{t.start.pickFolder}</Button>
            ) : (
              <FolderForm
                label={t.app.project.folder}
                button={t.app.project.openButton}
                onSubmit={submit()}
              />
            )}
          </Card>
        </div>
        {failure && (
          <Problem failure={failure} role="alert" style={{ marginTop: 20 }}>
            {failure}
          </Problem>
        )}
        {recent.length > 0 && (
          <RecentFolders aria-label={t.app.project.recent}>
            <h2>{t.app.project.recent}</h2>
            <ul>
              {recent.map(({ folder, name }) => (
                <li key={folder}>
                  <button type="button" onClick={() => void open(folder)}>
                    <Icon of={Folder} size={15} />
                    <span>{name}</span>
                    <span className={classes(ui.grow, ui.ellipsis, ui.quiet)} title={folder}>
                      {folder}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </RecentFolders>
        )}
      </div>
    </main>
  );
};

type FormProps = {
  label: string;
  button: string;
  primary?: boolean;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
};

const FolderForm = ({ label, button, primary, onSubmit }: FormProps) => (
  <form onSubmit={onSubmit}>
    <Input
      name="folder"
      required
      aria-label={label}
      placeholder={t.app.project.folderExample}
      spellCheck={false}
    />
    <Button type="submit" kind={primary ? "primary" : "plain"}>
      {button}
    </Button>
  </form>
);
