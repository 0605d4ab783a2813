import { Check, Folder } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { FolderIcon, RoleIcon } from "../ui/role-icon.tsx";
import { filesText } from "../ui/format.ts";
import { useAttempt } from "../ui/use-attempt.ts";
import { FolderList } from "./folder-list.tsx";
import type { FirstStartProps } from "./first-start-props.ts";
import { Input } from "../ui/field.tsx";
import { Problem } from "../ui/problem.tsx";
import { RecentFolders } from "../ui/welcome.tsx";
import { classes } from "../ui/classes.ts";
import stepStyles from "./step.module.css";
import ui from "../ui/basics.module.css";
import styles from "./folder-step.module.css";

type Props = Pick<
  FirstStartProps,
  "project" | "recent" | "onOpenFolder" | "onPickFolder" | "onListFolders"
> & {
  renderFoot: (next: () => void, busy: boolean) => ReactNode;
  onNext: () => void;
};

const words = t.start;

/** The sample exists already; the user's own folder is one dialog or one path away. */
export const FolderStep = (props: Props) => {
  const { project, recent, onOpenFolder, onPickFolder, onListFolders, renderFoot, onNext } = props;
  const [choice, setChoice] = useState<"sample" | "folder">("sample");
  const [folder, setFolder] = useState("");
  const { working: busy, failure, attempt } = useAttempt();
  const open = (path: string) =>
    attempt(async () => {
      await onOpenFolder(path);
      onNext();
    });
  const pick = () =>
    void attempt(async () => {
      setChoice("folder");
      const picked = await onPickFolder?.();
      if (picked) setFolder(picked);
    });
  const next = () => (choice === "sample" ? onNext() : void open(folder.trim()));
  return (
    <section className={stepStyles.firstPage} aria-label={words.step(1)}>
      <div className={stepStyles.firstInner}>
        <h1>{t.app.start.title}</h1>
        <p className={stepStyles.firstLead}>{t.app.start.text}</p>
        <div className={styles.firstCards} role="radiogroup" aria-label={t.app.start.title}>
          <label className={styles.firstCard} data-on={choice === "sample" || undefined}>
            <input
              type="radio"
              name="start"
              checked={choice === "sample"}
              onChange={() => setChoice("sample")}
            />
            {project.kind === "project" ? <Sample project={project} /> : <OpenFolder project={project} />}
            <Selected on={choice === "sample"} />
          </label>
          <label className={styles.firstCard} data-on={choice === "folder" || undefined}>
            <input
              type="radio"
              name="start"
              checked={choice === "folder"}
              onChange={() => setChoice("folder")}
            />
            <span className={classes(ui.strong, ui.read)}>{t.app.start.folder}</span>
            <span className={classes(ui.muted, ui.small)}>{t.app.start.folderText}</span>
            <span className={styles.firstFacts}>
              {words.folderFacts.map((fact) => (
                <span key={fact} className={ui.row}>
                  <Icon of={Check} size={13} />
                  {fact}
                </span>
              ))}
            </span>
            <span className={styles.firstPath}>
              <Input
                aria-label={t.app.project.folder}
                placeholder={t.app.project.folderExample}
                spellCheck={false}
                value={folder}
                // Not on focus: a user who passes with Tab on the way to Continue keeps the choice.
                onPointerDown={() => setChoice("folder")}
                onChange={(event) => {
                  setChoice("folder");
                  setFolder(event.currentTarget.value);
                }}
              />
              {onPickFolder && (
                <Button disabled={busy} onClick={pick}>
                  {words.pickFolder}
                </Button>
              )}
            </span>
            {!onPickFolder && choice === "folder" && (
              <FolderList typed={folder} onList={onListFolders} onPick={setFolder} />
            )}
            <Selected on={choice === "folder"} />
          </label>
        </div>
        {failure && (
          <Problem failure={failure} role="alert">
            {failure}
          </Problem>
        )}
        {recent.length > 0 && (
          <RecentFolders aria-label={t.app.project.recent}>
            <h2 className={stepStyles.firstLabel}>{t.app.project.recent}</h2>
            <ul>
              {recent.map((known) => (
                <li key={known.folder}>
                  <button type="button" onClick={() => void open(known.folder)}>
                    <Icon of={Folder} size={15} />
                    <span>{known.name}</span>
                    <span className={classes(ui.grow, ui.ellipsis, ui.quiet)} title={known.folder}>
                      {known.folder}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </RecentFolders>
        )}
      </div>
      {renderFoot(next, busy || (choice === "folder" && folder.trim() === ""))}
    </section>
  );
};

/** Names in the sample, and their words; a folder has its own name there. */
const sampleFiles = [
  ["SOUL.md", "soul"],
  ["AGENTS.md", "agents"],
  ["USER.md", "user"],
  ["knowledge", "knowledge"],
  ["skills", "skills"],
] as const;

const Sample = ({ project }: Pick<Props, "project">) => (
  <>
    <span className={classes(ui.strong, ui.read)}>{t.app.start.sample}</span>
    <span className={classes(ui.muted, ui.small)}>
      {project.name}. {words.copied(project.folder)}
    </span>
    <span className={styles.firstFiles}>
      {sampleFiles.map(([name, key]) => (
        <span key={name} className={ui.row}>
          {key === "knowledge" || key === "skills" ? (
            <FolderIcon name={name} open={false} />
          ) : (
            <RoleIcon role={key} />
          )}
          <span>{name}</span>
          <span className={ui.quiet}>{words.sampleFiles[key]}</span>
        </span>
      ))}
    </span>
  </>
);

/** A folder of the user's own that was opened before these steps were finished. */
const OpenFolder = ({ project }: Pick<Props, "project">) => (
  <>
    <span className={classes(ui.strong, ui.read)}>{words.goOnWith(project.name)}</span>
    <span className={classes(ui.muted, ui.small)}>
      {words.goOnText(project.folder, filesText(project.searched))}
    </span>
  </>
);

/** Takes space on both cards, so that nothing moves when the other is selected. */
const Selected = ({ on }: { on: boolean }) => (
  <span
    className={classes(ui.row, ui.muted, ui.small, styles.firstSelected)}
    data-on={on || undefined}
    aria-hidden="true"
  >
    <Icon of={Check} size={13} />
    {words.selected}
  </span>
);
