import type { FolderKind } from "#shared/model/folder-kind.ts";
import type { ProposalId } from "#shared/model/folder-proposal.ts";

export const folder = {
  choice: {
    title: (name: string) => `How should your agent read ${name}?`,
    is: "This folder is",
    kinds: {
      project: "a Satchel project",
      workspace: "an agent's workspace",
      vault: "a vault of notes",
      code: "code",
      documents: "documents",
    } satisfies Record<FolderKind, string>,
    kind: "What this folder is",
    untouched: "Satchel only writes into its folder .satchel.",
    counted: (files: string, tokens: string) => `${files} text files with ${tokens} tokens.`,
    counting: (files: string, tokens: string) =>
      `${files} text files with ${tokens} tokens so far, still counting.`,
    reading: "Looking at the files …",
    proposals: {
      everything: [
        "Send everything that fits",
        "Every question goes with all files, as far as the window allows.",
      ],
      find: [
        "Find what matters for each question",
        "Passages that fit the question are looked up and sent with it.",
      ],
      choose: ["Choose files", "The files you name are always sent. The rest is looked up."],
    } satisfies Record<ProposalId, readonly [string, string]>,
    recommended: "Recommended",
    used: (used: string, window: string, percent: string) => `${used} of ${window} tokens (${percent})`,
    sent: (sent: string) => (sent === "1" ? "1 file sent" : `${sent} files sent`),
    leftOut: (count: string) => `${count} left out`,
    recall: (tokens: string) => `up to ${tokens} tokens per question`,
    tooLarge: "Far more text than fits",
    globs: "Files to send",
    globsHelp: "One per line. Example: Projects/**/*.md",
    take: "Use this",
    later: "Decide later",
  },
  list: {
    label: "Folders",
    up: "One folder up",
    none: "No folders here.",
    more: (count: string) => `${count} more. Type to narrow them down.`,
  },
} as const;
