import { numberText } from "#shared/model/number-text.ts";
import { reasonText } from "#shared/model/read-reason-text.ts";
import type { ReaderProfile } from "#shared/model/reader.ts";
import type { Messages } from "../messages.ts";

const states = {
  whole: "完整读取",
  cut: "截断",
  conditional: "有条件",
  ondemand: "按需",
  lost: "丢失",
  never: "从不",
} as const;

const units = { bytes: "字节", utf16: "字符", chars: "字符", lines: "行" } as const;

type Used = { used: number; max: number | null; tokens: number; files: number };

const limitOf = (profile: ReaderProfile | undefined, { used, max }: Used): string => {
  if (max === null) return "没有上限。";
  const unit = units[profile?.limit?.unit ?? "bytes"];
  const per = profile?.limit?.per === "file" ? "最长的文件为 " : "";
  return `${per}${numberText(used)} / ${numberText(max)} ${unit}。`;
};

export const readers: Messages["readers"] = {
  title: "X-ray",
  about: "其他智能体会读取此文件夹的哪些内容，哪些永远到不了它们那里。",
  workingFolder: "启动位置",
  thisFolder: "文件夹本身",
  again: "再次查看",
  loading: "正在查看文件夹",
  failed: "无法查看此文件夹。",
  grid: "文件和读取它们的工具",
  files: (count) => `${numberText(count)} 个文件`,
  legend: "标记的含义",
  states,
  column: (profile, used) =>
    `${profile?.name ?? ""} ${profile?.version ?? ""}：${used.files} 个文件，一开始约 ${numberText(used.tokens)} 个 token。${limitOf(profile, used)}检查于 ${profile?.checked ?? ""}，可信度 ${profile?.confidence ?? ""}${profile?.verified === false ? "，未验证" : ""}。`,
  cell: (path, tool, state, cell) =>
    `${path}，在 ${tool} 中：${states[state]}${cell?.cut ? `，位于第 ${numberText(cell.cut.line)} 行` : `，${reasonText(cell ?? { reason: "not-its-file" })}`}`,
  notCounted: "未计数",
  outsideMark: "外部",
  countedWith: (encoding) => (encoding === "estimate" ? "~ token 数为估算" : `token 按 ${encoding} 计数`),
  outsideOn: "包含我的主文件夹",
  outsideOff: "略去我的主文件夹",
  outsideText:
    "有些工具还会读取主文件夹和上级文件夹中的个人文件。只有在你允许时，Satchel 才会查看那里。不会发送或更改任何内容。",
  empty: "这里没有指令文件",
  emptyText: "添加一个 AGENTS.md：大多数工具会读取它。",
  details: (path, tool) => `${path}，在 ${tool} 中`,
  inTool: (tool) => `在 ${tool} 中`,
  cutAt: (cut, lines) =>
    `，位于第 ${numberText(cut.line)} 行（共 ${numberText(lines)} 行）：读取 ${numberText(cut.sent)} / ${numberText(cut.of)} ${units[cut.unit === "lines" ? "bytes" : cut.unit]}${cut.tail === undefined ? "" : "，取开头和结尾"}。`,
  met: "所涉及的文件满足该条件。",
  notMet: "所涉及的文件不满足该条件。",
  rule: "规则",
  confidence: {
    A: "读自该工具的源代码。",
    B: "来自厂商的文档。",
    C: "由他人报告，未验证。",
  },
  confidenceShort: { A: "来自源代码", B: "来自文档", C: "他人报告" },
  notVerified: "未验证",
  checked: (version, date) => `${version}，检查于 ${date}`,
  fixes: "你可以怎么做",
  apply: (title) => `应用：${title}`,
  applyShort: "应用",
  applied: (title) => `已完成：${title}`,
  text: "文本",
  open: "在编辑器中打开",
  noText: "无法读取此文件。",
  linesAbove: (count) => `上面还有 ${numberText(count)} 行`,
  linesBelow: (count, partial) => (partial ? "后面还有文本。" : `还有 ${numberText(count)} 行`),
  cutHere: "在此截断",
  findings: "发现",
  noFindings: "没有被截断或隐藏的内容。",
  moreFindings: (count) => `还有 ${numberText(count)} 项`,
  overlaps: "出现在多个文件中的规则",
  overlapsText: "同一条规则写两遍会浪费 token；互相矛盾的代价更大。矛盾是按用词找出的。",
  overlapKinds: { duplicate: "重复", contradiction: "可能矛盾" },
  keepOne: (path) => `只保留 ${path} 作为唯一来源…`,
  keepNow: "保留一个来源",
  kept: (path) => `已保留 ${path} 作为唯一来源`,
  steps: { keep: "保持不变", import: "改为导入", remove: "会被删除" },
};
