import { bytesText } from "#shared/model/number-text.ts";
import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";

export const trash = {
  title: "Trash",
  text: "Deleted files and conversations. They stay here until the trash is emptied or a limit is reached.",
  list: "Deleted files and conversations",
  loading: "Reading the trash",
  failed: "The trash could not be read.",
  empty: "The trash is empty",
  emptyText: "Deleted files and conversations appear here and can be restored.",
  deleted: (who: string | null, when: string) =>
    who === null ? `Deleted ${when}` : `Deleted by ${who}, ${when}`,
  inSystem: "in the system’s trash; its text is kept here",
  restore: "Restore",
  restoreOne: (name: string) => `Restore ${name}`,
  restored: (name: string) => `${name} is restored`,
  used: (count: number, bytes: string) => `${count === 1 ? "1 item" : `${count} items`}, ${bytes}.`,
  limits: (days: number, bytes: string) => `Kept for ${days} days, within ${bytes}.`,
  emptyIt: "Empty the trash",
  emptyNow: "Delete for good",
  emptied: "The trash is empty",
  question: (count: number) => (count === 1 ? "Delete 1 item for good?" : `Delete ${count} items for good?`),
  questionText: `This cannot be undone. Texts of files up to ${bytesText(MAX_EDITABLE_BYTES)} can still be restored from Changes, as long as they are kept there; conversations cannot.`,
};
