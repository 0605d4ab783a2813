import { Check, Folder } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { FolderIcon, RoleIcon } from "../ui/role-icon.tsx";
import { useAttempt } from "../ui/use-attempt.ts";
import type { FirstStartProps } from "./first-start.tsx";

type Props = Pick<FirstStartProps, "project" | "recent" | "onOpenFolder" | "onPickFolder"> & {
  renderFoot: (next: () => void, busy: boolean) => ReactNode;
  onNext: () => void;
};

const words = t.start;

/** The sample is there already; a folder of one's own is one dialog or one path away. */
export const FolderStep = ({ project, recent, onOpenFolder, onPickFolder, renderFoot, onNext }: Props) => {
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
    <section className="first-page" aria-label={words.step(1)}>
      <div className="first-inner">
        <h1>{t.app.start.title}</h1>
        <p className="first-lead">{t.app.start.text}</p>
        <div className="first-cards" role="radiogroup" aria-label={t.app.start.title}>
          <label className="first-card" data-on={choice === "sample" || undefined}>
            <input
              type="radio"
              name="start"
              checked={choice === "sample"}
              onChange={() => setChoice("sample")}
            />
            <span className="b t14">{t.app.start.sample}</span>
            <span className="m t12">
              {project.name}. {words.copied(project.folder)}
            </span>
            <span className="first-files">
              {words.files.map(([name, text, role]) => (
                <span key={name} className="row">
                  {role === null ? <FolderIcon name={name} open={false} /> : <RoleIcon role={role} />}
                  <span>{name}</span>
                  <span className="s">{text}</span>
                </span>
              ))}
            </span>
            <Selected on={choice === "sample"} />
          </label>
          <label className="first-card" data-on={choice === "folder" || undefined}>
            <input
              type="radio"
              name="start"
              checked={choice === "folder"}
              onChange={() => setChoice("folder")}
            />
            <span className="b t14">{t.app.start.folder}</span>
            <span className="m t12">{t.app.start.folderText}</span>
            <span className="first-facts">
              {words.folderFacts.map((fact) => (
                <span key={fact} className="row">
                  <Icon of={Check} size={13} />
                  {fact}
                </span>
              ))}
            </span>
            <span className="first-path">
              <input
                className="field"
                aria-label={t.app.project.folder}
                placeholder={t.app.project.folderExample}
                spellCheck={false}
                value={folder}
                onFocus={() => setChoice("folder")}
                onChange={(event) => setFolder(event.currentTarget.value)}
              />
              {onPickFolder && (
                <Button disabled={busy} onClick={pick}>
                  {words.pickFolder}
                </Button>
              )}
            </span>
            <Selected on={choice === "folder"} />
          </label>
        </div>
        {failure && (
          <div className="trouble" role="alert">
            {failure}
          </div>
        )}
        {recent.length > 0 && (
          <section className="start-recent" aria-label={t.app.project.recent}>
            <h2 className="first-label">{t.app.project.recent}</h2>
            <ul>
              {recent.map((known) => (
                <li key={known.folder}>
                  <button type="button" onClick={() => void open(known.folder)}>
                    <Icon of={Folder} size={15} />
                    <span>{known.name}</span>
                    <span className="grow ell s" title={known.folder}>
                      {known.folder}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {renderFoot(next, busy || (choice === "folder" && folder.trim() === ""))}
    </section>
  );
};

/** Takes its room on either card, so that nothing moves when the other is chosen. */
const Selected = ({ on }: { on: boolean }) => (
  <span className="row m t12 first-selected" data-on={on || undefined} aria-hidden="true">
    <Icon of={Check} size={13} />
    {words.selected}
  </span>
);
