import { useStore } from "zustand";
import { readCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { TextSetting } from "./setting.tsx";
import type { SettingsStore } from "./settings-store.ts";

const words = t.mcp;

/** How much of a prompt tool descriptions may use before some are put on the shelf. */
export const ShelfSetting = ({ store }: { store: SettingsStore }) => {
  const { user, change } = useStore(store);
  return (
    <TextSetting
      title={words.share}
      text={words.shareText}
      value={String(Math.round((user?.toolShelf.share ?? 0) * 100))}
      check={checkPercent}
      disabled={!user}
      onSave={(typed) => change({ user: { toolShelf: { share: (readCount(typed) ?? 0) / 100 } } })}
    />
  );
};

const checkPercent = (typed: string): string | null => {
  const percent = readCount(typed);
  return percent !== null && percent >= 0 && percent <= 100 ? null : words.wrongShare;
};
