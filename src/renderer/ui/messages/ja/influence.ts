import type { MovedPart } from "#shared/model/moved-result.ts";
import { numberText } from "#shared/model/number-text.ts";
import type { Messages } from "../messages.ts";

/** Of a natural logarithm: `0.9×` is a little more likely without, `12×` twelve times less likely. */
const factor = (drop: number): string => {
  const value = Math.exp(Math.min(drop, 13.9));
  if (drop > 13.8) return "100 万倍超";
  return value >= 10 ? `${numberText(Math.round(value))}×` : `${value.toFixed(1)}×`;
};

/** How many times more or less likely, from a natural logarithm. */
const times = (drop: number): string => {
  const factor = Math.exp(Math.abs(drop));
  if (factor >= 1_000_000) return "100 万倍超";
  if (factor >= 100) return `${numberText(Number(factor.toPrecision(2)))} 倍`;
  return factor >= 10 ? `${Math.round(factor)} 倍` : `${factor.toFixed(1)} 倍`;
};

const likelihood = (drop: number): string =>
  drop < 0 ? `${times(drop)} 起こりやすい` : `${times(drop)} 起こりにくい`;

type Asked = Pick<MovedPart, "moved" | "drop" | "low" | "high" | "answers">;

const points = (share: number): string => `${Math.round(share * 100)}%`.replace("-", "−");
const lessOf = (drop: number): string => (drop < 0 ? `${points(-drop)} 多い` : `${points(drop)} 少ない`);

export const influence: Messages["influence"] = {
  whatMattered: "何が影響したか",
  tabs: { quoted: "引用", moved: "影響", ledger: "累計" },
  movedTab: {
    loading: "推定できるモデルを探しています",
    failed: "推定できませんでした",
    none: "まだ推定していません",
    noneText:
      "このコンピューターのモデルファイルで、プロンプトの一部を除いたときに、この回答がどれだけ起こりにくくなるかがわかります。",
    noModel:
      "推定に使えるモデルファイルがありません。小さなものを追加するか、一部を除いてモデル自身にもう一度質問してください。",
    addModel: "モデルファイルを追加",
    estimateWith: "推定に使うモデル",
    own: (name) => `${name}（回答したモデル）`,
    measure: "測定",
    again: "測定し直す",
    goOn: "続ける",
    stop: "停止",
    measuring: "測定中",
    starting: "モデルを読み込み中",
    progress: (done, known, tokens) =>
      `少なくとも ${known} 個あるプロンプトのうち ${done} 個、${tokens} トークンを読み取り`,
    cost: (parts, search, each) =>
      `${parts} 個の部分。このコンピューターで約 ${search} トークン以上を読みます。1 つずつなら ${each} です。`,
    estimatedBy: (name, isOwn) =>
      isOwn ? `回答した ${name} による推定です。` : `回答したモデルの代わりに ${name} が推定しました。`,
    took: (prompts, tokens, fewer) =>
      `プロンプト ${prompts} 個、${tokens} トークンを読み取り${fewer >= 2 ? `（1 つずつの場合の約 ${Math.round(fewer)} 分の 1）` : ""}。`,
    stopped: "停止しました。それまでにわかったことは下にあります。",
    brokeOff: (problem) => `中断しました: ${problem} それまでにわかったことは下にあります。`,
    judgedUpTo: (judged, answer) => `回答の ${answer} トークンのうち、最初の ${judged} を判定しました。`,
    toolsLeft: (tokens) =>
      `ツールの定義（${tokens} トークン）はメッセージとは別に送られるため、除いていません。`,
    part: "部分",
    sent: "送信",
    without: "それを除くと、この回答は",
    quoted: "引用",
    kinds: { layer: "レイヤー", group: "複数", section: "節" },
    lessLikely: (drop) => likelihood(drop),
    notMoved: "変わらない",
    interval: (low, high) => `95%: ${factor(low)}～${factor(high)}`,
    reduced: "・短いプロンプトで",
    notOpened: (parts) => `中の ${parts} 個の部分は、まとめてのみ除きました`,
    together: (parts) => `${parts} 個の部分は、ほかとまとめてのみ除いたため、個別の値はありません。`,
    oneByOne: (tokens) => `1 つずつ測定（約 ${tokens} トークンを読みます）`,
    restless: (factor) =>
      `このモデルでは、空白の有無だけでこの回答の起こりやすさが最大 ${times(factor)} 変わります。そのため、それをはるかに超えるものだけを影響ありとします。`,
    notWeighed: (title, problem) => `${title} を除けませんでした: ${problem}`,
    nothingYet: "まだどの部分も測定していません。",
    actions: "この部分でできること",
    againWithoutPart: (part) => `${part} なしで回答し直す`,
    parts: "除ける部分",
    askedAgain: "モデルにもう一度質問した結果",
  },
  again: {
    title: (part) => `${part} なしで回答し直す`,
    text: "同じモデルが、この部分を除いた同じプロンプトを受け取ります。ツールは実行されず、そこから何も学びません。",
    times: "それぞれの回答の数",
    once: "この部分なしで 1 つ",
    each: (count) => `ありで ${count} つ、なしで ${count} つ`,
    price: (calls, read, wrote) => `呼び出し ${calls} 回、入力 ${read} トークン、出力 ${wrote}`,
    local: "無料（ここで動作）",
    unknown: "価格は不明",
    ask: (calls) => (calls === 1 ? "1 回質問する" : `${calls} 回質問する`),
    asking: (done, of) => `回答 ${done} / ${of}`,
    first: "この回答",
    without: "この部分なし",
    withIt: "この部分あり（もう一度）",
    bill: (input, output) => `入力 ${input}、出力 ${output}`,
    back: "部分の一覧に戻る",
    dollars: (dollars) => `$${dollars < 0.01 ? dollars.toFixed(4) : dollars.toFixed(2)}`,
    notReported: "報告なし",
    called: (names) => `${names} を呼び出そうとしました。`,
    empty: "言葉なし。",
    outcome: ({ moved, drop, low, high, answers }: Asked) =>
      `${moved ? "回答に影響しました" : "差は見られません"}: この部分を除くと、最初の回答と共通する言葉が ${lessOf(drop)} です${answers === null || answers < 2 ? "" : `（95%: ${points(low)}～${points(high)} 少ない。それぞれ ${answers} 個の回答）`}。`,
  },
  ledger: {
    title: "各ファイルにかかった費用と影響",
    loading: "送った内容を集計中",
    failed: "台帳を読み込めませんでした",
    none: "まだ何も送っていません",
    noneText: "最初の回答のあと、各ファイルと記憶にかかった量がここに表示されます。",
    columns: {
      source: "ファイルまたは記憶",
      times: "送信",
      tokens: "トークン",
      quoted: "引用",
      moved: "影響",
    },
    times: (count) => `${numberText(count)} 回`,
    of: (count, all) => `${count} / ${all}`,
    share: (low, high) => `${Math.round(low * 100)}～${Math.round(high * 100)}%`,
    notSampled: "未測定",
    exempt: { soul: "ソウル: アドバイスなし", pinned: "ピン留め: アドバイスなし" },
    advice: (tokens, sampled, atMost) =>
      `ターンごとに ${tokens} トークンかかります。${sampled} 個の回答で除いて調べましたが、測定できる変化はありませんでした（95%: 最大 ${Math.max(1, Math.round(atMost * 100))}%）。`,
    tryWithout: (name) => `${name} なしで試す`,
    sampling: "バックグラウンドで回答を調べる",
    samplingText: {
      known: "コンピューターが使われておらず、電源につながっている間だけ行います。",
      unknown: "電源につながっているか、使用中かがわからないため、5 分間メッセージがないことを目安にします。",
    },
    states: {
      off: "",
      "no-model": "判定に使うモデルファイルがありません。",
      waiting: "コンピューターの手が空くのを待っています。",
      battery: "電源への接続を待っています。",
      measuring: "回答を測定しています。",
    },
  },
  movedBy: (drop) => `回答に影響: 除くと ${times(drop)} 起こりにくい`,
  ask: "これはどこから",
  askMarked: "これはどこから？",
  titles: {
    quoted: "回答の出どころ",
    moved: "回答に影響したもの",
    ledger: "各ファイルにかかった費用",
  },
  texts: {
    quoted: "送った内容と言葉が共通する文に下線を引いています。文を選ぶと、その箇所が表示されます。",
    moved: "プロンプトの一部を除いたとき、同じ回答がどれだけ起こりにくくなるか。",
    ledger: "各ファイルと記憶が何回送られ、そのうち影響したとわかっている回答がいくつあるか。",
  },
  limits: {
    moved:
      "回答に影響した部分が、回答を良くしたとは限りません。同じことを述べる 2 つの部分は、どちらも影響がないように見えることがあります。",
    ledger: "測定した回答だけを数えます。自動で削除されることはありません。",
  },
  loading: "回答と送った内容を比較中",
  failed: "回答を比較できませんでした",
  answer: "回答の文",
  passages: "箇所",
  none: "送った内容に、これに近いものはありません",
  noneText:
    "送ったテキストに、6 語以上の連続した一致、珍しい名前、珍しい数字で共通するものはありません。それでも、言い換えや、モデルが以前に学んだことに由来する可能性はあります。",
  pick: "文が選ばれていません",
  pickText: "回答の文を選ぶと、送った内容と共通するものが表示されます。",
  kinds: {
    run: "同じ言葉",
    name: "珍しい名前",
    number: "珍しい数字",
    words: "似た言葉",
  },
  open: (file, line) => (line === null ? `${file} を開く` : `${file} の ${line} 行目を開く`),
  line: (line) => `${line} 行目`,
  moved: "ファイルにはもうありません",
  sources: {
    soul: "ソウル",
    core: "コアファイル",
    files: "ファイル",
    system: "システムプロンプト",
    tools: "ツール",
    memory: "記憶",
    history: "以前のメッセージ",
    message: "あなたのメッセージ",
    overhead: "オーバーヘッド",
  },
  compared: (segments, words) =>
    `このコンピューターで、プロンプトの ${segments} 個の部分、${words} 語と比較しました。言葉が共通していても、回答に必要だったとは限りません。`,
  upTo: (chars) => `回答がとても長いため、最初の ${chars} 文字だけを比較しました。`,
  quotedIn: (count) => `${count} 文で引用`,
  lastQuotes: (count) => `最後の回答は、これを ${count} 文で引用しています。`,
};
