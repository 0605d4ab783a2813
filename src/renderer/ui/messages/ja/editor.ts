import { bytesText } from "#shared/model/number-text.ts";
import { MAX_PAGE_PICTURE_BYTES } from "#shared/model/size-limit.ts";
import type { Messages } from "../messages.ts";

const named = (names: readonly string[]) =>
  names.length === 1 ? `${names[0]}` : `${names.length} 個のファイル`;
const andMore = (name: string, others: number) => (others > 0 ? `${name}、ほか ${others} 件` : name);

export const editor: Messages["editor"] = {
  tabs: "開いているファイル",
  unsaved: "未保存",
  closeTab: (name) => `${name} を閉じる`,
  text: (name) => `${name} のテキスト`,
  nothingOpen: "ファイルを開いていません",
  nothingOpenText: "ファイルから選ぶか、名前で検索してください。",
  search: "ファイルを検索",
  loading: "ファイルを開いています",
  write: "書く",
  read: "読む",
  mode: "書く、または読む",
  priority: (value) => `優先度 ${value}`,
  tags: (value) => `タグ ${value}`,
  readOnly: "読み取り専用",
  saved: (name) => `${name} を保存しました`,
  savedAll: (names) => `${named(names)} を保存しました`,
  savedToSend: (names) => `送信の前に ${named(names)} を保存しました`,
  sendSaves: (names) => `送信すると ${named(names)} が保存されます。未保存のテキストも数えています。`,
  saveFailed: (name, why) => `${name} は保存されませんでした。${why}`,
  removed: (name) => `${name} はディスクにありません。`,
  removedText: "閉じるまで、テキストはここに残ります。",
  keep: "もう一度書き込む",
  close: "閉じる",
  openFailed: (name) => `${name} を開けませんでした。`,
  tryAgain: "もう一度試す",
  conflict: {
    title: (name) => `${name} がほかのプログラムで変更されました`,
    text: "左がディスク上、右があなたのものです。右側はまだ編集できます。",
    disk: "ディスク上",
    mine: "あなたのもの",
    merge: "両方を統合",
    merged: (clashes) =>
      clashes === 0
        ? "衝突はありません。右側に両方の変更が入っています。確認して保存してください。"
        : "両方が同じ行を変更しています。衝突した箇所は、右側で印に挟まれています。残すものを選び、印を消してください。",
    clashes: (count) => `決める箇所が ${count} か所`,
    saveMerged: "右側を保存",
    savedMerged: (name) => `${name} を両方の変更込みで保存しました`,
    keepMine: "自分のものを残す",
    takeTheirs: "ディスク上のものにする",
    keptMine: (name) => `あなたの ${name} を保存しました`,
    tookTheirs: (name) => `${name} をディスク上の内容にしました`,
  },
  unsavedClose: (name) => `${name} を保存せずに閉じました`,
  drafts: (count) => `未保存のファイル ${count} 個を復元しました`,
  frontMatter: {
    priority: {
      title: "ファイルの順番",
      text: "整数で、0 が最初です。指定がないファイルは 100 です。余裕がなくなると、後ろのものから除外されます。",
      example: "10",
    },
    tags: {
      title: "タグ",
      text: "コンマ区切り。「このタグだけ」を設定したエージェントには、そのどれかが付いたファイルが渡ります。",
      example: "キッチン, 共有",
    },
  },
  consequence: {
    fallsOut: (size, name, others) => `${size} トークン: ${andMore(name, others)} が外れます。`,
    isCut: (size, name, others) => `${size} トークン: ${andMore(name, others)} が切り詰められます。`,
    breaksCache: (size, cached) =>
      `${size} トークン: ここでキャッシュが切れ、${cached} トークンが読み直されます。`,
    room: "場所を空ける",
    show: "表示",
    noRoom: (name) =>
      `1 つの変更だけで ${name} を残す方法はありません。何が場所を使っているかは、予算でわかります。`,
  },
  split: "2 つのファイルを並べて表示",
  unsplit: "1 つのファイルを表示",
  previewTab: (path) => `${path}。ダブルクリックすると開いたままになります。`,
  aside: {
    title: "アウトラインとリンク",
    close: "アウトラインとリンクを閉じる",
    outline: "アウトライン",
    noHeadings: "このファイルに見出しはありません。",
    backlinks: "このノートへのリンク",
    noBacklinks: "ほかのノートからのリンクはありません。",
  },
  note: {
    missing: (target) => `「${target}」というノートはまだありません。クリックして作成します。`,
    create: (target) => `「${target}」を作成しますか？`,
    createText:
      "この名前のファイルはありません。場所を指定しなければ、リンク元のノートと同じ場所に作成されます。",
    createPath: "新しいノートのパス",
    createButton: "作成",
    loading: (path) => `${path} を読み込み中`,
    embedded: (name) => `${name} より`,
    cycle: "（このノートを含むため、ここではもう表示しません）",
    tooDeep: "（ノートの入れ子が深すぎて、ここには表示できません）",
    noText: "（ここには表示できません）",
    noHeading: "ノートにその見出しはありません。",
    shortened: "これは長いノートの冒頭です。全文は開いて読んでください。",
    tooManyPictures: (path) =>
      `${path} は表示されません。このページの画像が ${bytesText(MAX_PAGE_PICTURE_BYTES)} を超えています。`,
    task: "完了",
    properties: "プロパティ",
    empty: "空",
    brokenYaml: (line, why) =>
      `先頭の YAML の ${line} 行目に誤りがあります。${why} 読めた部分を表示しています。YAML 全体はプロンプトに入りません。`,
  },
  cut: (agent) => `${agent} が読むのはここまで`,
  cutBy: (share) => `${share} 切り詰め`,
  goToCut: "切り詰められた箇所へ移動",
  cutSize: (sent, raw) => `${raw} トークン中 ${sent}。`,
};
