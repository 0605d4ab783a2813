import { expect, it } from "vitest";
import type { AgentEdit, PromptEdit } from "#shared/model/prompt-edit.ts";
import { editWords } from "./edit-words.ts";

it.each<[PromptEdit | AgentEdit, string]>([
  [{ kind: "limit", limit: "files", tokens: 2240 }, "The limit is now 2,240 tokens"],
  [{ kind: "raise", fields: { perFile: 1, total: 2 } }, "2 limits are changed"],
  [{ kind: "exclude", path: "workspace/TEAM.md", on: true }, "TEAM.md is left out now"],
  [{ kind: "priority", path: "workspace/TEAM.md", priority: 5 }, "TEAM.md has priority 5"],
  [{ kind: "agent", window: 8192 }, "The window is now 8,192 tokens"],
  [{ kind: "agent", model: "tiny", profile: "persona" }, "2 things are changed"],
  [{ kind: "all", edits: [{ kind: "pin", path: "a.md", on: true }] }, "a.md is always sent now"],
])("says what %j changed", (edit, words) => expect(editWords(edit)).toBe(words));
