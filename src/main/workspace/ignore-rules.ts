import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { KeptFiles } from "../base/kept-files.ts";

/**
 * What git would ignore: `.gitignore` of the folder and of every folder above it up to the repository's root,
 * and `.git/info/exclude`. A deeper file overrides a higher one.
 *
 * Rules from outside a workspace do not apply inside it, because people who exclude their workspace from git
 * still want it in their prompts. For the same reason the rules above a project that is excluded from git do
 * not apply to it.
 *
 * Answers synchronously (the watcher needs that): rule files are tiny, and each is read only once.
 */
export class IgnoreRules {
  readonly #project: string;
  readonly #grounds: () => readonly string[];
  readonly #loaded = new Map<string, Ignore | null>();
  #repository: string | null = null;

  /** `grounds`: project-relative folders in which only their own rules apply. */
  constructor(project: string, grounds: () => readonly string[]) {
    this.#project = project;
    this.#grounds = grounds;
  }

  /** Must be called after a `.gitignore` changed. */
  forget(): void {
    this.#loaded.clear();
    this.#repository = null;
  }

  /** For a project-relative path. Assumes that the folders above it are not ignored. */
  ignores(path: string, isFolder: boolean): boolean {
    const absolute = join(this.#project, path);
    const ground = this.#groundOf(path);
    if (absolute === ground) return false;
    for (let folder = dirname(absolute); ; folder = dirname(folder)) {
      const verdict = this.#rulesOf(folder, folder === ground)?.test(nameIn(folder, absolute, isFolder));
      if (verdict?.ignored) return true;
      if (verdict?.unignored) return false;
      if (folder === ground || folder === dirname(folder)) return false;
    }
  }

  /** The same without that assumption: a file in an ignored folder is ignored. */
  ignoresDeep(path: string, isFolder: boolean): boolean {
    for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
      if (this.ignores(path.slice(0, end), true)) return true;
    }
    return this.ignores(path, isFolder);
  }

  #groundOf(path: string): string {
    let own: string | undefined;
    for (const folder of this.#grounds()) {
      const isInside = folder !== "" && (path === folder || path.startsWith(`${folder}/`));
      if (isInside && folder.length > (own?.length ?? -1)) own = folder;
    }
    if (own !== undefined) return join(this.#project, own);
    this.#repository ??= this.#groundOfProject();
    return this.#repository;
  }

  #groundOfProject(): string {
    const repository = repositoryAround(this.#project);
    for (let folder = this.#project; folder !== repository; folder = dirname(folder)) {
      const above = dirname(folder);
      const isLeftOut = this.#rulesOf(above, above === repository)?.test(
        nameIn(above, this.#project, true),
      ).ignored;
      if (isLeftOut) return this.#project;
    }
    return repository;
  }

  #rulesOf(folder: string, isGround: boolean): Ignore | null {
    const known = this.#loaded.get(folder);
    if (known !== undefined) return known;
    const loaded = loadRules(folder, isGround);
    this.#loaded.set(folder, loaded);
    return loaded;
  }
}

const nameIn = (folder: string, absolute: string, isFolder: boolean): string =>
  relative(folder, absolute).split(sep).join("/") + (isFolder ? "/" : "");

const loadRules = (folder: string, isGround: boolean): Ignore | null => {
  const exclude = isGround ? readOrEmpty(folder, ".git/info/exclude") : "";
  const text = `${exclude}\n${readOrEmpty(folder, ".gitignore")}`;
  return text.trim() === "" ? null : ignore().add(text.split("\n").filter(isBounded));
};

/**
 * Rules become regular expressions, in which each star multiplies the time: nine of `**` keep one path busy for
 * minutes. Rules with more, or far longer than a path, have no effect.
 */
const isBounded = (rule: string): boolean => {
  if (rule.length > MAX_RULE_CHARS) return false;
  const names = rule.split("/");
  const stars = (name: string) => name.split("*").length - 1;
  const folders = names.filter((name) => name.trim() === "**").length;
  return folders <= MAX_STARS && names.every((name) => stars(name) <= MAX_STARS);
};

const MAX_RULE_CHARS = 1_000;
const MAX_STARS = 3;

const readOrEmpty = (folder: string, file: string): string => {
  try {
    return new KeptFiles(folder).readSync(file, MAX_RULE_BYTES).toString("utf8");
  } catch {
    // Missing, unreadable, far too long, a link, a pipe or a folder of that name: no rules.
    return "";
  }
};

/** Larger files are ignored, because rules are applied on the main thread. */
const MAX_RULE_BYTES = 64 * 1024;

/** The nearest folder upwards that contains `.git`; the folder itself when there is none. */
const repositoryAround = (folder: string): string => {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (at === dirname(at)) return folder;
  }
};
