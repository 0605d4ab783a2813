import { Download } from "lucide-react";
import { memo } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { DropdownMenu } from "../ui/menu.tsx";

export type ExportItem = {
  readonly label: string;
  readonly file: string;
  readonly make: () => string | Promise<string>;
};

/** Saves what is on the screen as a file. The list of files is made when the menu opens. */
export const ExportMenu = memo(({ items }: { items: () => readonly ExportItem[] }) => (
  <DropdownMenu.Root>
    <DropdownMenu.Trigger asChild>
      <Button size="small">
        <Icon of={Download} size={13} />
        {t.budget.export.button}
      </Button>
    </DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content align="end" sideOffset={6}>
        <Items items={items} />
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
));

const Items = ({ items }: { items: () => readonly ExportItem[] }) =>
  items().map(({ label, file, make }) => (
    <DropdownMenu.Item key={file} onSelect={() => void save(file, make)}>
      {label}
    </DropdownMenu.Item>
  ));

const save = async (file: string, make: () => string | Promise<string>) => {
  const url = URL.createObjectURL(new Blob([await make()], { type: typeOf(file) }));
  const link = document.createElement("a");
  link.href = url;
  link.download = file;
  link.click();
  URL.revokeObjectURL(url);
};

const typeOf = (file: string): string => {
  if (file.endsWith(".svg")) return "image/svg+xml";
  return file.endsWith(".json") ? "application/json" : "text/markdown";
};
