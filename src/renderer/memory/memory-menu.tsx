import { BookmarkPlus, Ellipsis, FileDown, FileUp } from "lucide-react";
import { useRef } from "react";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { DropdownMenu } from "../ui/menu.tsx";
import ui from "../ui/basics.module.css";

type Props = { onConsolidate: () => void; onExport: () => void; onImport: (file: File) => void };

const words = t.memory;

export const MemoryMenu = ({ onConsolidate, onExport, onImport }: Props) => {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger className={ui.iconButton} aria-label={words.more}>
          <Icon of={Ellipsis} size={15} />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="end" sideOffset={4}>
            <DropdownMenu.Item onSelect={onConsolidate}>
              <Icon of={BookmarkPlus} size={14} />
              {words.consolidate.menu}
            </DropdownMenu.Item>
            <DropdownMenu.Separator />
            <DropdownMenu.Item onSelect={onExport}>
              <Icon of={FileDown} size={14} />
              {words.export}
            </DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => file.current?.click()}>
              <Icon of={FileUp} size={14} />
              {words.import}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <input
        ref={file}
        type="file"
        accept=".jsonl,application/x-ndjson"
        aria-label={words.import}
        hidden
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen) onImport(chosen);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
};
