import { bytesText } from "#shared/model/number-text.ts";
import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";
import type { Messages } from "../messages.ts";

export const trash: Messages["trash"] = {
  title: "回收站",
  text: "已删除的文件和对话。它们会留在这里，直到回收站被清空或达到上限。",
  list: "已删除的文件和对话",
  loading: "正在读取回收站",
  failed: "无法读取回收站。",
  empty: "回收站是空的",
  emptyText: "已删除的文件和对话会出现在这里，并且可以还原。",
  deleted: (who, when) => (who === null ? `删除于 ${when}` : `由 ${who} 删除，${when}`),
  inSystem: "在系统的回收站中；其文本保留在这里",
  restore: "还原",
  restoreOne: (name) => `还原 ${name}`,
  restored: (name) => `${name} 已还原`,
  used: (count, bytes) => `${count} 项，${bytes}。`,
  limits: (days, bytes) => `保留 ${days} 天，总计不超过 ${bytes}。`,
  emptyIt: "清空回收站",
  emptyNow: "永久删除",
  emptied: "回收站已清空",
  question: (count) => `永久删除 ${count} 项？`,
  questionText: `此操作无法撤销。不超过 ${bytesText(MAX_EDITABLE_BYTES)} 的文件，其文本只要还保留在“更改”中，就可以从那里还原；对话则不能。`,
};
