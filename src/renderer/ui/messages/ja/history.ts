import type { Messages } from "../messages.ts";

const count = (files: number) => `${files} 個のファイル`;

export const history: Messages["history"] = {
  title: "履歴",
  part: "表示するもの",
  parts: { changes: "変更", states: "保存した状態", trash: "ゴミ箱" },
  text: "保存されたワークスペースのすべての状態。復元しても何も失われません。現在の状態が先に保存されます。",
  list: "ワークスペースの状態",
  workspace: "ワークスペース",
  loading: "履歴を読み込み中",
  failed: "履歴を読み込めませんでした。",
  off: "このワークスペースの履歴は保存されていません",
  offText:
    "Satchel は、会話のあと、夢のあと、復元の前など、すべての状態を保存できます。保存先はプロジェクトの .satchel フォルダーです。",
  enable: "履歴を残す",
  empty: "まだ何も保存されていません",
  emptyText: "最初の状態は、会話が終わったとき、または今すぐ保存できます。",
  checkpoint: "この状態を保存",
  checkpointed: "この状態を保存しました",
  nothingNew: "前回から何も変わっていません",
  files: count,
  beginning: "最初",
  kinds: {
    checkpoint: (what) =>
      ({ initial: "最初", manual: "手動で保存", "before restore": "復元の前" })[what] ?? `保存: ${what}`,
    "session-close": () => "会話のあと",
    dream: (what) => `夢、${what.replace(/(\d+) promotion\(s\)/, "$1 件を保存")}`,
    restore: (what, when = null) => `${what || "すべて"} を復元${when === null ? "" : `（${when} の状態）`}`,
  },
  compareLabel: "比較",
  compare: { step: "そのときの変更", since: "その後の変更" },
  changed: "変更されたファイル",
  changes: { added: "追加", changed: "変更", removed: "削除" },
  before: (when) => (when === null ? "変更前" : `変更前、${when}`),
  after: (when) => (when === null ? "変更後" : `変更後、${when}`),
  asThen: (when) => (when === null ? "当時の状態" : `当時の状態、${when}`),
  now: () => "現在の状態",
  sides: "比較するもの",
  restoreFile: "このファイルを復元",
  restoreAll: "すべて復元",
  restored: (paths) =>
    paths.length === 1
      ? `${paths[0]} を当時の状態に戻しました`
      : `${count(paths.length)}を当時の状態に戻しました`,
  alreadySo: "すべてすでに当時の状態です",
  first: "最初に保存された状態",
  firstText: "これより前に比較できるものはありません。その後の変更を見てください。",
  same: "違いはありません",
  sameText: {
    step: "この状態のファイルは、1 つ前の状態と同じです。",
    since: "現在のファイルは、当時と同じです。",
  },
  binary: "このファイルはテキストではありません",
  binaryText: "復元できますが、比較はできません。",
};
