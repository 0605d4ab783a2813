import type { MovedPart } from "#shared/model/moved-result.ts";
import { numberText } from "#shared/model/number-text.ts";
import type { Messages } from "../messages.ts";

/** Of a natural logarithm: `0.9×` is a little more likely without, `12×` twelve times less likely. */
const factor = (drop: number): string => {
  const value = Math.exp(Math.min(drop, 13.9));
  if (drop > 13.8) return "超过 100 万×";
  return value >= 10 ? `${numberText(Math.round(value))}×` : `${value.toFixed(1)}×`;
};

/** How many times more or less likely, from a natural logarithm. */
const times = (drop: number): string => {
  const factor = Math.exp(Math.abs(drop));
  if (factor >= 1_000_000) return "100 多万倍";
  if (factor >= 100) return `${numberText(Number(factor.toPrecision(2)))} 倍`;
  return factor >= 10 ? `${Math.round(factor)} 倍` : `${factor.toFixed(1)} 倍`;
};

/** "12 times less likely" is said as "likelihood falls to a twelfth", which is true in Chinese as well. */
const lessLikely = (drop: number): string => {
  const factor = Math.exp(Math.abs(drop));
  if (factor >= 1_000_000) return "可能性降到不足 1/100 万";
  if (factor >= 100) return `可能性降到 1/${numberText(Number(factor.toPrecision(2)))}`;
  return `可能性降到 1/${factor >= 10 ? Math.round(factor) : factor.toFixed(1)}`;
};

type Asked = Pick<MovedPart, "moved" | "drop" | "low" | "high" | "answers">;

const points = (share: number): string => `${Math.round(share * 100)}%`.replace("-", "−");
const lessOf = (drop: number): string => (drop < 0 ? `多 ${points(-drop)}` : `少 ${points(drop)}`);

export const influence: Messages["influence"] = {
  whatMattered: "什么起了作用",
  tabs: { quoted: "引用", moved: "影响", ledger: "长期" },
  movedTab: {
    loading: "正在查找可以估算的模型",
    failed: "无法估算",
    none: "尚未估算",
    noneText: "这台电脑上的模型文件可以算出：略去提示词的某个部分后，这个回答的可能性会降低多少。",
    noModel: "没有可用于估算的模型文件。请添加一个小模型，或者去掉某个部分后再问一次模型本身。",
    addModel: "添加模型文件",
    estimateWith: "估算模型",
    own: (name) => `${name}（它写了这个回答）`,
    measure: "测量",
    again: "重新测量",
    goOn: "继续",
    stop: "停止",
    measuring: "正在测量",
    starting: "正在加载模型",
    progress: (done, known, tokens) => `至少 ${known} 个提示词中的 ${done} 个，已读取 ${tokens} 个 token`,
    cost: (parts, search, each) =>
      `${parts} 个部分。在这台电脑上约读取 ${search} 个 token 或更多；逐一测量则为 ${each}。`,
    estimatedBy: (name, isOwn) =>
      isOwn ? `由 ${name} 估算，它写了这个回答。` : `由 ${name} 估算，它代替作答的模型。`,
    took: (prompts, tokens, fewer) =>
      `${prompts} 个提示词，读取 ${tokens} 个 token${fewer >= 2 ? `，约为逐一测量的 1/${Math.round(fewer)}` : ""}。`,
    stopped: "已停止。下面是到那时为止已知的结果。",
    brokeOff: (problem) => `已中断：${problem} 下面是到那时为止已知的结果。`,
    judgedUpTo: (judged, answer) => `评估了回答 ${answer} 个 token 中的前 ${judged} 个。`,
    toolsLeft: (tokens) => `工具定义（${tokens} 个 token）与消息分开发送，没有尝试略去。`,
    part: "部分",
    sent: "已发送",
    without: "没有它时，回答",
    quoted: "引用",
    kinds: { layer: "层", group: "多项", section: "小节" },
    lessLikely: (drop) => (drop < 0 ? `可能性为原来的 ${times(drop)}` : lessLikely(drop)),
    notMoved: "可能性与之前相同",
    interval: (low, high) => `95%：${factor(low)} 到 ${factor(high)}`,
    reduced: "· 在较短的提示词中",
    notOpened: (parts) => `它的 ${parts} 个部分只是一起略去过`,
    together: (parts) => `${parts} 个部分只与其他部分一起略去过，没有单独的数字。`,
    oneByOne: (tokens) => `逐一测量（约读取 ${tokens} 个 token）`,
    restless: (factor) =>
      `对此模型来说，多一个或少一个空格就会让这个回答的可能性相差多达 ${times(factor)}，因此只有影响远大于此的才算有影响。`,
    notWeighed: (title, problem) => `无法略去 ${title}：${problem}`,
    nothingYet: "还没有测量任何部分。",
    actions: "如何处理这个部分",
    againWithoutPart: (part) => `去掉 ${part} 重新回答`,
    parts: "可以略去的部分",
    askedAgain: "通过再次询问模型",
  },
  again: {
    title: (part) => `去掉 ${part} 重新回答`,
    text: "同一个模型得到去掉这个部分的同一个提示词。它不运行工具，也不会从中学习任何内容。",
    times: "每一侧的回答数",
    once: "一个，去掉该部分",
    each: (count) => `${count} 个保留，${count} 个去掉`,
    price: (calls, read, wrote) => `${calls} 次调用，输入 ${read} 个 token，输出 ${wrote} 个`,
    local: "免费，在本机运行",
    unknown: "价格未知",
    ask: (calls) => (calls === 1 ? "询问一次" : `询问 ${calls} 次`),
    asking: (done, of) => `${done} / ${of} 个回答`,
    first: "原回答",
    without: "去掉该部分",
    withIt: "保留该部分，再次回答",
    bill: (input, output) => `输入 ${input}，输出 ${output}`,
    back: "返回各部分",
    dollars: (dollars) => `$${dollars < 0.01 ? dollars.toFixed(4) : dollars.toFixed(2)}`,
    notReported: "未报告",
    called: (names) => `它想调用 ${names}。`,
    empty: "没有文字。",
    outcome: ({ moved, drop, low, high, answers }: Asked) =>
      `${moved ? "它影响了回答" : "未显示出差异"}：去掉该部分后，回答与第一个回答共有的词${lessOf(drop)}${answers === null || answers < 2 ? "" : `（95%：少 ${points(low)} 到 ${points(high)}；每侧 ${answers} 个回答）`}。`,
  },
  ledger: {
    title: "每个文件的代价，以及它是否起了作用",
    loading: "正在汇总已发送的内容",
    failed: "无法读取账目",
    none: "还没有发送过任何内容",
    noneText: "有了最初的回答之后，这里会列出每个文件和每条记忆的代价。",
    columns: {
      source: "文件或记忆",
      times: "发送",
      tokens: "Token",
      quoted: "引用",
      moved: "影响",
    },
    times: (count) => `${numberText(count)} 次`,
    of: (count, all) => `${count} / ${all}`,
    share: (low, high) => `${Math.round(low * 100)} 到 ${Math.round(high * 100)}%`,
    notSampled: "未抽样",
    exempt: { soul: "灵魂：不给建议", pinned: "已固定：不给建议" },
    advice: (tokens, sampled, atMost) =>
      `每轮占 ${tokens} 个 token。在 ${sampled} 个抽样回答中略去它，没有可测量的变化（95%：最多 ${Math.max(1, Math.round(atMost * 100))}%）。`,
    tryWithout: (name) => `试试去掉 ${name}`,
    sampling: "在后台抽样回答",
    samplingText: {
      known: "仅在电脑空闲且接通电源时。",
      unknown: "此环境无法判断电脑是否接通电源或正在使用，因此以五分钟没有消息为准。",
    },
    states: {
      off: "",
      "no-model": "没有可用于评估的模型文件。",
      waiting: "等待电脑空闲。",
      battery: "等待接通电源。",
      measuring: "正在测量一个回答。",
    },
  },
  movedBy: (drop) => `影响了回答：没有它时${lessLikely(drop)}`,
  ask: "出自哪里",
  askMarked: "这出自哪里？",
  titles: {
    quoted: "回答出自哪里",
    moved: "什么影响了回答",
    ledger: "每个文件的代价",
  },
  texts: {
    quoted: "与已发送内容有相同词语的句子带有下划线。选中一句即可查看相应的段落。",
    moved: "略去提示词的某个部分后，同一个回答的可能性会降低多少。",
    ledger: "每个文件和每条记忆发送了多少次，已知在多少个回答中起了作用。",
  },
  limits: {
    moved: "影响了回答的部分不一定让回答变好。说同一件事的两个部分，可能看起来都没有影响。",
    ledger: "只有测量过的回答才算抽样。绝不会自动移除任何内容。",
  },
  loading: "正在将回答与已发送的内容比较",
  failed: "无法比较此回答",
  answer: "回答的句子",
  passages: "段落",
  none: "已发送的内容中没有与此接近的",
  noneText:
    "没有任何已发送的文本与它有连续六个相同的词、罕见的名称或罕见的数字。它仍可能出自其中某段文本，只是换了说法，或者出自模型以前学到的内容。",
  pick: "没有选中句子",
  pickText: "选中回答的一句话，查看它与已发送内容的共同之处。",
  kinds: {
    run: "相同的词",
    name: "罕见的名称",
    number: "罕见的数字",
    words: "相似的词",
  },
  open: (file, line) => (line === null ? `打开 ${file}` : `打开 ${file} 第 ${line} 行`),
  line: (line) => `第 ${line} 行`,
  moved: "已不在文件中",
  sources: {
    soul: "灵魂",
    core: "核心文件",
    files: "文件",
    system: "系统提示词",
    tools: "工具",
    memory: "记忆",
    history: "较早的消息",
    message: "你的消息",
    overhead: "开销",
  },
  compared: (segments, words) =>
    `已在这台电脑上与提示词的 ${segments} 个部分、${words} 个词作了比较。有相同的词并不证明回答需要它们。`,
  upTo: (chars) => `回答很长：只比较了前 ${chars} 个字符。`,
  quotedIn: (count) => `在 ${count} 句中引用`,
  lastQuotes: (count) => `上一个回答在 ${count} 句中引用了它。`,
};
