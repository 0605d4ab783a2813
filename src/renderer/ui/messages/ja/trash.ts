import { bytesText } from "#shared/model/number-text.ts";
import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";
import type { Messages } from "../messages.ts";

export const trash: Messages["trash"] = {
  title: "ゴミ箱",
  text: "削除したファイルと会話。ゴミ箱を空にするか、上限に達するまでここに残ります。",
  list: "削除したファイルと会話",
  loading: "ゴミ箱を読み込み中",
  failed: "ゴミ箱を読み込めませんでした。",
  empty: "ゴミ箱は空です",
  emptyText: "削除したファイルと会話がここに表示され、復元できます。",
  deleted: (who, when) => (who === null ? `${when} に削除` : `${who} が ${when} に削除`),
  inSystem: "システムのゴミ箱にあり、テキストはここに残っています",
  restore: "復元",
  restoreOne: (name) => `${name} を復元`,
  restored: (name) => `${name} を復元しました`,
  used: (count, bytes) => `${count} 件、${bytes}。`,
  limits: (days, bytes) => `${days} 日間、${bytes} まで保存します。`,
  emptyIt: "ゴミ箱を空にする",
  emptyNow: "完全に削除",
  emptied: "ゴミ箱を空にしました",
  question: (count) => `${count} 件を完全に削除しますか？`,
  questionText: `元に戻せません。${bytesText(MAX_EDITABLE_BYTES)} までのファイルのテキストは、保存されている間は「変更」から復元できますが、会話は復元できません。`,
};
