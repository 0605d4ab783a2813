import { ChevronsUpDown, Folder, FolderOpen } from "lucide-react";
import { useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { useApp, useWorkbench } from "./workbench-context.ts";
import { DropdownMenu } from "../ui/menu.tsx";
import { classes } from "../ui/classes.ts";
import { failureText } from "../ui/failure-text.ts";
import ui from "../ui/basics.module.css";
import styles from "./project-menu.module.css";

type Recent = { readonly folder: string; readonly name: string };

export const ProjectMenu = () => {
  const { client, openProject, openAnother } = useWorkbench();
  const project = useApp((state) => state.project);
  const [recent, setRecent] = useState<readonly Recent[]>([]);
  if (!project) return null;
  const readRecent = async () => {
    const { projects } = await client.call("project.recent", {});
    setRecent(projects.filter(({ folder }) => folder !== project.folder).slice(0, 8));
  };
  return (
    <DropdownMenu.Root modal={false} onOpenChange={(open) => open && void readRecent()}>
      <DropdownMenu.Trigger
        className={classes(ui.row, styles.projectButton)}
        aria-label={`${t.app.project.menu}: ${project.name}`}
      >
        <span className={ui.ellipsis}>{project.name}</span>
        <Icon of={ChevronsUpDown} size={13} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="start" sideOffset={4}>
          {recent.length > 0 && <DropdownMenu.Label>{t.app.project.recent}</DropdownMenu.Label>}
          {recent.map(({ folder, name }) => (
            <DropdownMenu.Item key={folder} onSelect={() => void open(folder)}>
              <Icon of={Folder} size={14} />
              <span>{name}</span>
              <span className={classes(ui.grow, ui.ellipsis, ui.quiet, ui.tiny)} title={folder}>
                {folder}
              </span>
            </DropdownMenu.Item>
          ))}
          {recent.length > 0 && <DropdownMenu.Separator />}
          <DropdownMenu.Item onSelect={openAnother}>
            <Icon of={FolderOpen} size={14} />
            {t.app.project.open}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );

  async function open(folder: string) {
    try {
      await openProject(folder);
    } catch (error) {
      notify(failureText(error), { kind: "bad" });
    }
  }
};
