import type { AgentEdit, PromptEdit } from "#shared/model/prompt-edit.ts";
import { t } from "../ui/messages/index.ts";

/** What an edit of the prompt changed, as a sentence without its full stop. */
export const editWords = (edit: PromptEdit | AgentEdit): string => {
  const words = t.budget.edited;
  switch (edit.kind) {
    case "limit":
      return words.limit(edit.tokens);
    case "raise": {
      const limits = Object.values(edit.fields);
      const [only] = limits;
      return limits.length === 1 && only !== undefined ? words.limit(only) : words.limits(limits.length);
    }
    case "pin":
      return words.pin(nameOf(edit.path), edit.on);
    case "exclude":
      return words.exclude(nameOf(edit.path), edit.on);
    case "priority":
      return words.priority(nameOf(edit.path), edit.priority);
    case "tag":
      return words.tag(nameOf(edit.path), edit.tag);
    case "window":
      return words.window(edit.tokens);
    case "date-last":
      return words.dateLast;
    case "agent":
      return agentWords(edit);
    case "all":
      return edit.edits.length === 1 && edit.edits[0]
        ? editWords(edit.edits[0])
        : words.several(edit.edits.length);
  }
};

const agentWords = ({ model, window, profile, allowedTools }: AgentEdit): string => {
  const words = t.budget.edited;
  const changed = [
    ...(model === undefined ? [] : [words.model(model)]),
    ...(window === undefined ? [] : [words.window(window)]),
    ...(profile === undefined ? [] : [words.profileOf(profile)]),
    ...(allowedTools === undefined ? [] : [words.tools(allowedTools?.length ?? null)]),
  ];
  return changed.length === 1 ? (changed[0] ?? "") : words.several(changed.length);
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
