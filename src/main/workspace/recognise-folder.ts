import type { FolderKind } from "#shared/model/folder-kind.ts";

/** The result of a first inspection. It is bounded, so the counts include only what was seen. */
export type FolderLook = {
  /** Names directly in the folder. */
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Files seen in it and below it; hidden ones and installed packages are not counted. */
  readonly seenFiles: number;
  readonly seenMarkdown: number;
  /** Markdown files in subfolders. */
  readonly markdownInFolders: number;
};

export type Recognised = {
  readonly kind: FolderKind;
  /** One sentence for the user. */
  readonly why: string;
};

const AGENT_FILES = [
  "SOUL.md",
  "AGENTS.md",
  "CLAUDE.md",
  "USER.md",
  "IDENTITY.md",
  "MEMORY.md",
] as const satisfies readonly string[];

const MANIFESTS = ["package.json", "Cargo.toml", "pyproject.toml", "go.mod", "pom.xml"];

/** The kind of the folder, and how it was recognised. The first match wins. */
export const recogniseFolder = (look: FolderLook): Recognised => {
  const projectSign = projectSignOf(look);
  if (projectSign !== undefined) return { kind: "project", why: `It has ${projectSign}.` };
  const agentFiles = AGENT_FILES.filter((name) => look.files.includes(name));
  if (agentFiles.length > 0) return { kind: "workspace", why: `It has ${listed(agentFiles)}.` };
  if (look.folders.includes(".obsidian")) return { kind: "vault", why: "It has an .obsidian folder." };
  if (isMostlyMarkdown(look)) {
    return { kind: "vault", why: `Most of its files are Markdown in folders.` };
  }
  const manifest = MANIFESTS.find((name) => look.files.includes(name));
  if (manifest !== undefined) return { kind: "code", why: `It has ${manifest}.` };
  // A work tree of a different repository has `.git` as a file.
  if (look.folders.includes(".git") || look.files.includes(".git")) {
    return { kind: "code", why: "It is a git repository." };
  }
  if (look.files.length + look.folders.length === 0) {
    return { kind: "project", why: "It is empty, so a project can begin here." };
  }
  return { kind: "documents", why: "It holds files, and nothing that says more about them." };
};

/** Names in a folder that tell an agent what to be or do; a folder with any of them may be a stranger's. */
export const agentSigns = ({ files, folders }: FolderLook): readonly string[] => [
  ...[...AGENT_FILES, "agents.yaml"].filter((name) => files.includes(name)),
  ...AGENT_FOLDERS.filter((name) => folders.includes(name)).map((name) => `${name}/`),
];

const AGENT_FOLDERS = ["workspace", "skills", "subagents", ".satchel", ".agents", ".claude"];

const projectSignOf = ({ files, folders }: FolderLook): string | undefined => {
  if (folders.includes("workspace")) return "a workspace folder";
  if (files.includes("agents.yaml")) return "agents.yaml";
  return folders.includes(".satchel") ? "a .satchel folder" : undefined;
};

const isMostlyMarkdown = ({ seenFiles, seenMarkdown, markdownInFolders }: FolderLook): boolean =>
  markdownInFolders > 0 && seenMarkdown * 2 > seenFiles;

const listed = (names: readonly string[]): string => {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
};
