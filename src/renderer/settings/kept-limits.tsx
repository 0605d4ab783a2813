import { formatCount, readCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { TextSetting } from "./setting.tsx";
import type { SettingsState } from "./settings-store.ts";

type Props = { project: NonNullable<SettingsState["project"]>; change: SettingsState["change"] };

const words = t.settings.kept;
const MEGABYTE = 1024 * 1024;

/** How long changes and the trash are kept, and how much of them. What they use is shown in History. */
export const KeptLimits = ({ project: { changes, trash }, change }: Props) => {
  const limit = (value: number, part: "changes" | "trash", key: string, unit = 1) => ({
    value: formatCount(Math.round(value / unit)),
    check: checkWhole,
    onSave: (typed: string) =>
      change({ project: { [part]: { [key]: typed === "" ? null : (readCount(typed) ?? 0) * unit } } }),
  });
  return (
    <>
      <TextSetting title={words.days} text={words.daysText} {...limit(changes.days, "changes", "days")} />
      <TextSetting title={words.count} text={words.countText} {...limit(changes.count, "changes", "count")} />
      <TextSetting
        title={words.size}
        text={words.sizeText}
        {...limit(changes.maxBytes, "changes", "maxBytes", MEGABYTE)}
      />
      <TextSetting
        title={words.trashDays}
        text={words.trashDaysText}
        {...limit(trash.days, "trash", "days")}
      />
      <TextSetting
        title={words.trashSize}
        text={words.trashSizeText}
        {...limit(trash.maxBytes, "trash", "maxBytes", MEGABYTE)}
      />
    </>
  );
};

const checkWhole = (typed: string): string | null =>
  typed.trim() === "" || (readCount(typed) ?? 0) > 0 ? null : words.wrong;
