import { agents } from "./en/agents.ts";
import { app } from "./en/app.ts";
import { chat } from "./en/chat.ts";
import { editor } from "./en/editor.ts";
import { files } from "./en/files.ts";
import { history } from "./en/history.ts";
import { memory } from "./en/memory.ts";
import { providers, start } from "./en/providers.ts";
import { settings } from "./en/settings.ts";
import { budget } from "./en/budget.ts";

export const en = {
  close: "Close",
  cancel: "Cancel",
  undo: "Undo",
  tryAgain: "Try again",
  unsaved: "not saved",
  agents,
  app,
  budget,
  chat,
  editor,
  files,
  history,
  memory,
  providers,
  settings,
  start,
};
