import type { Messages } from "../messages.ts";

export const folder: Messages["folder"] = {
  choice: {
    title: (name) => `智能体应如何读取 ${name}？`,
    is: "此文件夹是",
    kinds: {
      project: "Satchel 项目",
      workspace: "智能体的工作区",
      vault: "笔记库",
      code: "代码",
      documents: "文档",
    },
    kind: "此文件夹是什么",
    untouched: "Satchel 只写入它自己的文件夹 .satchel。",
    counted: (files, tokens) => `${files} 个文本文件，共 ${tokens} 个 token。`,
    counting: (files, tokens) => `目前 ${files} 个文本文件，共 ${tokens} 个 token，仍在计数。`,
    reading: "正在查看文件…",
    proposals: {
      everything: ["发送放得下的一切", "每个问题都带上所有文件，直到窗口放满为止。"],
      find: ["为每个问题查找相关内容", "查找与问题相符的段落，随问题一起发送。"],
      choose: ["选择文件", "你指定的文件始终发送，其余的按需查找。"],
    },
    recommended: "推荐",
    used: (used, window, percent) => `${used} / ${window} 个 token（${percent}）`,
    sent: (sent) => `发送 ${sent} 个文件`,
    leftOut: (count) => `略去 ${count} 个`,
    recall: (tokens) => `每个问题最多 ${tokens} 个 token`,
    tooLarge: "文本远远超出容量",
    globs: "要发送的文件",
    globsHelp: "每行一个。例如：Projects/**/*.md",
    take: "使用此项",
    later: "以后再决定",
  },
  list: {
    label: "文件夹",
    up: "上一级文件夹",
    none: "这里没有文件夹。",
    more: (count) => `还有 ${count} 个。输入文字以缩小范围。`,
  },
};
