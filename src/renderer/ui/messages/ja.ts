import type { Messages } from "./messages.ts";
import { agents } from "./ja/agents.ts";
import { app } from "./ja/app.ts";
import { budget } from "./ja/budget.ts";
import { changes } from "./ja/changes.ts";
import { chat } from "./ja/chat.ts";
import { editor } from "./ja/editor.ts";
import { failures } from "./ja/failures.ts";
import { files } from "./ja/files.ts";
import { folder } from "./ja/folder.ts";
import { help } from "./ja/help.ts";
import { history } from "./ja/history.ts";
import { importers } from "./ja/importers.ts";
import { influence } from "./ja/influence.ts";
import { mcp } from "./ja/mcp.ts";
import { memory } from "./ja/memory.ts";
import { modelFiles } from "./ja/model-files.ts";
import { origins } from "./ja/origins.ts";
import { providers, start } from "./ja/providers.ts";
import { readers } from "./ja/readers.ts";
import { settings } from "./ja/settings.ts";
import { sharing } from "./ja/sharing.ts";
import { team } from "./ja/team.ts";
import { trash } from "./ja/trash.ts";
import { trials } from "./ja/trials.ts";
import { watch } from "./ja/watch.ts";

export const ja: Messages = {
  close: "閉じる",
  cancel: "キャンセル",
  undo: "元に戻す",
  tryAgain: "もう一度試す",
  unsaved: "未保存",
  // Words for "under" and "over" follow the number in Japanese, so signs stand before it.
  share: { under: "<", over: ">" },
  failures,
  partOf: (part, whole) => `${part} / ${whole}`,
  when: {
    today: (time) => `今日 ${time}`,
    yesterday: (time) => `昨日 ${time}`,
  },
  diagram: {
    name: "図",
    source: "図のソース",
    failed: "この図を描けませんでした。壊れているか、大きすぎるか、時間がかかりすぎます。",
  },
  tooDeep: "このテキストは入れ子が深すぎるか、書式が多すぎて整形できません。書かれたとおりに表示しています。",
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
