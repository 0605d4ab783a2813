import { ChevronsUpDown, Folder, FolderOpen } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import { Failure } from "#shared/contract/index.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { useApp, useWorkbench } from "./workbench-context.ts";

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
        className="row project-button"
        aria-label={`${t.app.project.menu}: ${project.name}`}
      >
        <span className="ell">{project.name}</span>
        <Icon of={ChevronsUpDown} size={13} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="pop menu" align="start" sideOffset={4}>
          {recent.length > 0 && (
            <DropdownMenu.Label className="menu-label">{t.app.project.recent}</DropdownMenu.Label>
          )}
          {recent.map(({ folder, name }) => (
            <DropdownMenu.Item key={folder} className="menu-item" onSelect={() => void open(folder)}>
              <Icon of={Folder} size={14} />
              <span>{name}</span>
              <span className="grow ell s t11" title={folder}>
                {folder}
              </span>
            </DropdownMenu.Item>
          ))}
          {recent.length > 0 && <DropdownMenu.Separator className="menu-line" />}
          <DropdownMenu.Item className="menu-item" onSelect={openAnother}>
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
      notify(error instanceof Failure ? error.message : String(error), { kind: "bad" });
    }
  }
};
