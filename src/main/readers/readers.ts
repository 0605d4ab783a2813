import type { ReaderId, ReaderProfile } from "#shared/model/reader.ts";
import type { Reader } from "./reader.ts";
import { aider } from "./tools/aider.ts";
import { amp } from "./tools/amp.ts";
import { claudeCode, claudeCodeBefore } from "./tools/claude-code.ts";
import { cline } from "./tools/cline.ts";
import { codex } from "./tools/codex.ts";
import { continueCli, continueIde } from "./tools/continue.ts";
import { copilotCli, copilotCloud, copilotReview, copilotVscode } from "./tools/copilot.ts";
import { crush } from "./tools/crush.ts";
import { cursor } from "./tools/cursor.ts";
import { gemini } from "./tools/gemini.ts";
import { goose } from "./tools/goose.ts";
import { openclaw } from "./tools/openclaw.ts";
import { opencode } from "./tools/opencode.ts";
import { openhands } from "./tools/openhands.ts";
import { qwen } from "./tools/qwen.ts";
import { roo } from "./tools/roo.ts";
import { windsurf } from "./tools/windsurf.ts";
import { zed } from "./tools/zed.ts";

/** Every reader, in the order of the columns. */
export const readers: readonly Reader[] = [
  codex,
  claudeCode,
  claudeCodeBefore,
  cursor,
  copilotVscode,
  copilotCli,
  copilotCloud,
  copilotReview,
  gemini,
  qwen,
  opencode,
  cline,
  roo,
  windsurf,
  goose,
  zed,
  continueIde,
  continueCli,
  crush,
  openhands,
  openclaw,
  aider,
  amp,
];

const byId: ReadonlyMap<ReaderId, Reader> = new Map(readers.map((reader) => [reader.id, reader]));

export const readerById = (id: ReaderId): Reader => {
  const reader = byId.get(id);
  if (!reader) throw new Error(`There is no reader ${id}.`);
  return reader;
};

/** A reader without its function. */
export const profileOf = (reader: Reader): ReaderProfile => {
  const { id, name, version, checked, source, confidence, verified, limit, ordered, rules } = reader;
  return { id, name, version, checked, source, confidence, verified, limit, ordered, rules };
};
