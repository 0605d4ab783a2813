import type { Messages } from "../messages.ts";

export const history: Messages["history"] = {
  title: "历史",
  part: "显示什么",
  parts: { changes: "更改", states: "保存的状态", trash: "回收站" },
  text: "工作区保存过的每个状态。还原不会丢失任何内容：会先保存现在的状态。",
  list: "工作区的状态",
  workspace: "工作区",
  loading: "正在读取历史",
  failed: "无法读取历史。",
  off: "此工作区不保留历史",
  offText:
    "Satchel 可以保存它的每个状态：对话之后、梦境之后、每次还原之前。这些都放在项目自己的 .satchel 文件夹中。",
  enable: "保留历史",
  empty: "还没有保存任何状态",
  emptyText: "第一个状态会在对话结束时保存，也可以现在保存。",
  checkpoint: "保存当前状态",
  checkpointed: "已保存当前状态",
  nothingNew: "自上次以来没有变化",
  files: (files) => `${files} 个文件`,
  beginning: "起点",
  kinds: {
    checkpoint: (what) =>
      ({ initial: "起点", manual: "手动保存", "before restore": "还原之前" })[what] ?? `已保存：${what}`,
    "session-close": () => "对话之后",
    dream: (what) => `梦境，${what.replace(" promotion(s)", " 条保留")}`,
    restore: (what, when = null) =>
      when === null
        ? `已还原${what === "" ? "全部" : ` ${what}`}`
        : `已还原${what === "" ? "全部" : ` ${what}`}到 ${when}`,
  },
  compareLabel: "比较",
  compare: { step: "当时改变了什么", since: "此后改变了什么" },
  changed: "更改的文件",
  changes: { added: "新增", changed: "更改", removed: "移除" },
  before: (when) => (when === null ? "之前" : `之前，${when}`),
  after: (when) => (when === null ? "之后" : `之后，${when}`),
  asThen: (when) => (when === null ? "当时的状态" : `当时的状态，${when}`),
  now: () => "现在的状态",
  sides: "比较什么",
  restoreFile: "还原此文件",
  restoreAll: "全部还原",
  restored: (paths) => (paths.length === 1 ? `${paths[0]} 已恢复原样` : `${paths.length} 个文件已恢复原样`),
  alreadySo: "一切已经和当时一样",
  first: "最早保存的状态",
  firstText: "在它之前没有可比较的状态。可以查看此后改变了什么。",
  same: "没有差异",
  sameText: {
    step: "此状态的文件与前一个状态相同。",
    since: "文件现在和当时一样。",
  },
  binary: "此文件不是文本",
  binaryText: "可以还原，但不能比较。",
};
