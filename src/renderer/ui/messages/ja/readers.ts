import { numberText } from "#shared/model/number-text.ts";
import { reasonText } from "#shared/model/read-reason-text.ts";
import type { ReaderProfile } from "#shared/model/reader.ts";
import type { Messages } from "../messages.ts";

const states = {
  whole: "全文を読む",
  cut: "切り詰め",
  conditional: "条件付き",
  ondemand: "必要時",
  lost: "届かない",
  never: "読まない",
};

const units = { bytes: "バイト", utf16: "文字", chars: "文字", lines: "行" };

type Used = { used: number; max: number | null; tokens: number; files: number };

const limitOf = (profile: ReaderProfile | undefined, { used, max }: Used): string => {
  if (max === null) return "上限なし。";
  const unit = units[profile?.limit?.unit ?? "bytes"];
  const per = profile?.limit?.per === "file" ? "最も長いファイルで " : "";
  return `${per}${numberText(max)} ${unit}中 ${numberText(used)}。`;
};

export const readers: Messages["readers"] = {
  title: "X-ray",
  about: "ほかのエージェントがこのフォルダーの何を読み、何が届かないか。",
  workingFolder: "起動した場所",
  thisFolder: "このフォルダー自体",
  again: "もう一度調べる",
  loading: "フォルダーを調べています",
  failed: "フォルダーを調べられませんでした。",
  grid: "ファイルと、それを読むツール",
  files: (count) => `${numberText(count)} 個のファイル`,
  legend: "記号の意味",
  states,
  column: (profile, used) =>
    `${profile?.name ?? ""} ${profile?.version ?? ""}: ファイル ${used.files} 個、開始時に約 ${numberText(used.tokens)} トークン。${limitOf(profile, used)}確認日 ${profile?.checked ?? ""}、確度 ${profile?.confidence ?? ""}${profile?.verified === false ? "、未検証" : ""}。`,
  cell: (path, tool, state, cell) =>
    `${tool} での ${path}: ${states[state]}${cell?.cut ? `（${numberText(cell.cut.line)} 行目）` : `、${reasonText(cell ?? { reason: "not-its-file" })}`}`,
  notCounted: "計算なし",
  outsideMark: "外部",
  countedWith: (encoding) =>
    encoding === "estimate" ? "~ の付いたトークンは推定です" : `トークンは ${encoding} で計算`,
  outsideOn: "ホームフォルダーを含める",
  outsideOff: "ホームフォルダーを除く",
  outsideText:
    "いくつかのツールは、ホームフォルダーや、このフォルダーより上のフォルダーにある個人用のファイルも読みます。Satchel がそこを見るのは、あなたが許可したときだけです。何も送らず、何も変更しません。",
  empty: "指示のファイルはありません",
  emptyText: "AGENTS.md を追加してください。ほとんどのツールが読みます。",
  details: (path, tool) => `${tool} での ${path}`,
  inTool: (tool) => `${tool} で`,
  cutAt: (cut, lines) =>
    `（${numberText(lines)} 行中 ${numberText(cut.line)} 行目）: ${numberText(cut.of)} ${units[cut.unit === "lines" ? "bytes" : cut.unit]}中 ${numberText(cut.sent)} が読まれます${cut.tail === undefined ? "" : "（先頭と末尾）"}。`,
  met: "操作されたファイルは、条件を満たしています。",
  notMet: "操作されたファイルは、条件を満たしていません。",
  rule: "規則",
  confidence: {
    A: "ツールのソースコードで確認しました。",
    B: "提供元の文書によります。",
    C: "ほかの人の報告によるもので、検証していません。",
  },
  confidenceShort: { A: "ソースで確認", B: "文書による", C: "報告による" },
  notVerified: "未検証",
  checked: (version, date) => `${version}、確認日 ${date}`,
  fixes: "できること",
  apply: (title) => `適用: ${title}`,
  applyShort: "適用",
  applied: (title) => `完了: ${title}`,
  text: "テキスト",
  open: "エディターで開く",
  noText: "このファイルを読み込めませんでした。",
  linesAbove: (count) => `この上に ${numberText(count)} 行`,
  linesBelow: (count, partial) => (partial ? "テキストはまだ続きます。" : `ほか ${numberText(count)} 行`),
  cutHere: "ここで切り詰め",
  findings: "見つかった問題",
  noFindings: "切り詰められたり隠れたりしているものはありません。",
  moreFindings: (count) => `ほか ${numberText(count)} 件`,
  overlaps: "複数のファイルにある規則",
  overlapsText:
    "同じ規則が 2 つあるとトークンがかかり、食い違う 2 つはさらに高くつきます。矛盾は言葉から見つけます。",
  overlapKinds: { duplicate: "重複", contradiction: "矛盾の可能性" },
  keepOne: (path) => `${path} だけを元として残す…`,
  keepNow: "1 つだけ残す",
  kept: (path) => `${path} だけを元として残しました`,
  steps: { keep: "そのまま残る", import: "インポートになる", remove: "削除される" },
};
