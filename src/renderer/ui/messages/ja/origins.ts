import type { Origin } from "#shared/model/origin.ts";
import type { Messages } from "../messages.ts";

const names: Readonly<Record<Origin, string>> = {
  you: "あなた",
  agent: "エージェント",
  tool: "ツール",
  outside: "外部",
};

const about: Readonly<Record<Origin, string>> = {
  you: "あなたが入力または編集したもの、または Satchel の一部",
  agent: "モデルが書いたもの",
  tool: "内蔵ツールがあなたのファイルから読んだもの",
  outside: "Web、インポート、ほかのメンバー、信頼していないフォルダーから来たもの",
};

export const origins: Messages["origins"] = {
  names,
  about,
  title: "出どころ",
  lens: "色分け",
  byLayer: "レイヤー",
  byOrigin: "出どころ",
  legend: "出どころ別のトークン",
  all: "すべての出どころ",
  only: (origin) => `${names[origin]}のみ`,
  approved: "あなたが承認済み",
};
