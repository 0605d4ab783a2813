import { call } from "./call.ts";
import { chat } from "./chat.ts";
import type { Command } from "./command.ts";
import { context } from "./context-command.ts";
import { doctor } from "./doctor.ts";
import { dream } from "./dream.ts";
import { importCommand } from "./import.ts";
import { inbox } from "./inbox.ts";
import { mcp } from "./mcp.ts";
import { memory } from "./memory.ts";
import { serve } from "./serve.ts";
import { start } from "./start.ts";
import { team } from "./team.ts";
import { trial } from "./trial.ts";
import { trust } from "./trust.ts";
import { watch } from "./watch.ts";
import { xray } from "./xray.ts";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  start,
  serve,
  call,
  context,
  chat,
  memory,
  mcp,
  inbox,
  importCommand,
  dream,
  xray,
  trial,
  watch,
  trust,
  team,
  doctor,
];
