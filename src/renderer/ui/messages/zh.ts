import { agents } from "./zh/agents.ts";
import { app } from "./zh/app.ts";
import { budget } from "./zh/budget.ts";
import { changes } from "./zh/changes.ts";
import { chat } from "./zh/chat.ts";
import { editor } from "./zh/editor.ts";
import { failures } from "./zh/failures.ts";
import { files } from "./zh/files.ts";
import { folder } from "./zh/folder.ts";
import { help } from "./zh/help.ts";
import { history } from "./zh/history.ts";
import { importers } from "./zh/importers.ts";
import { influence } from "./zh/influence.ts";
import { mcp } from "./zh/mcp.ts";
import { memory } from "./zh/memory.ts";
import { modelFiles } from "./zh/model-files.ts";
import { origins } from "./zh/origins.ts";
import { providers, start } from "./zh/providers.ts";
import { readers } from "./zh/readers.ts";
import { settings } from "./zh/settings.ts";
import { sharing } from "./zh/sharing.ts";
import { team } from "./zh/team.ts";
import { trash } from "./zh/trash.ts";
import { trials } from "./zh/trials.ts";
import { watch } from "./zh/watch.ts";
import type { Messages } from "./messages.ts";

export const zh: Messages = {
  close: "关闭",
  cancel: "取消",
  undo: "撤销",
  tryAgain: "重试",
  unsaved: "未保存",
  share: { under: "不到 ", over: "超过 " },
  failures,
  partOf: (part, whole) => `${part} / ${whole}`,
  when: {
    today: (time) => `今天 ${time}`,
    yesterday: (time) => `昨天 ${time}`,
  },
  diagram: {
    name: "图表",
    source: "图表的源代码",
    failed: "无法绘制此图表：它有错误、太大或耗时太长。",
  },
  tooDeep: "此文本嵌套太深或标记太多，无法排版，因此按原文显示。",
  agents,
  app,
  budget,
  changes,
  chat,
  editor,
  files,
  folder,
  help,
  history,
  importers,
  influence,
  mcp,
  memory,
  modelFiles,
  origins,
  providers,
  readers,
  settings,
  sharing,
  team,
  trials,
  start,
  trash,
  watch,
};
