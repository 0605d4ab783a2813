import type { Messages } from "../messages.ts";

export const folder: Messages["folder"] = {
  choice: {
    title: (name) => `エージェントに ${name} をどう読ませますか？`,
    is: "このフォルダーは",
    kinds: {
      project: "Satchel のプロジェクト",
      workspace: "エージェントのワークスペース",
      vault: "ノートの保管庫",
      code: "コード",
      documents: "文書",
    },
    kind: "このフォルダーの種類",
    untouched: "Satchel が書き込むのは .satchel フォルダーだけです。",
    counted: (files, tokens) => `テキストファイル ${files} 個、${tokens} トークン。`,
    counting: (files, tokens) =>
      `今のところテキストファイル ${files} 個、${tokens} トークン。まだ数えています。`,
    reading: "ファイルを確認中…",
    proposals: {
      everything: ["入るものをすべて送る", "ウィンドウに入る限り、どの質問にもすべてのファイルを付けます。"],
      find: ["質問ごとに必要なものを探す", "質問に合う箇所を探し、一緒に送ります。"],
      choose: ["ファイルを選ぶ", "指定したファイルは必ず送ります。残りは必要な箇所を探します。"],
    },
    recommended: "おすすめ",
    used: (used, window, percent) => `${used} / ${window} トークン（${percent}）`,
    sent: (sent) => `${sent} 個のファイルを送信`,
    leftOut: (count) => `${count} 個を除外`,
    recall: (tokens) => `質問ごとに最大 ${tokens} トークン`,
    tooLarge: "テキストが多すぎて入りません",
    globs: "送るファイル",
    globsHelp: "1 行に 1 つ。例: Projects/**/*.md",
    take: "これを使う",
    later: "あとで決める",
  },
  list: {
    label: "フォルダー",
    up: "1 つ上のフォルダー",
    none: "ここにフォルダーはありません。",
    more: (count) => `ほか ${count} 件。入力すると絞り込めます。`,
  },
};
