import type { ReadCell } from "./reader.ts";

/** Why a file is read the way it is, as a sentence without its subject. `shown` turns a path into a visible one. */
export const reasonText = (
  { reason, by, when, shown: list }: Pick<ReadCell, "reason" | "by" | "when" | "shown">,
  shown: (path: string) => string = (path) => path,
): string => {
  const other = by === undefined ? "another file" : shown(by);
  switch (reason) {
    case "name":
      return "its name and place are on the list.";
    case "personal":
      return "it is a personal file for this tool.";
    case "import":
      return `${other} imports it.`;
    case "configured":
      return `${other} names it.`;
    case "rule":
      return "it is a rule without a condition.";
    case "below-on-read":
      return `read when a file in ${when === undefined ? "its folder" : shown(when) || "the folder"} is read.`;
    case "glob":
      return `read when a file matches ${when ?? "its globs"}.`;
    case "trigger":
      return `read when this appears: ${when ?? "a trigger"}.`;
    case "model-only":
      return `read with ${when ?? "some"} models only.`;
    case "undocumented":
      return "the vendor does not say when this file is read.";
    case "by-description":
      return "the model sees its description and may ask for it.";
    case "by-hand":
      return "used only when you name it.";
    case "command":
      return "used when you type its name.";
    case "listed":
      return list
        ? `listed, with ${list.chars} of ${list.of} characters of its description.`
        : "listed by name and description; its text is read when it is used.";
    case "other-name-wins":
      return `${other} wins.`;
    case "blank-in-front":
      return `${other} is blank and hides it.`;
    case "replaced":
      return `${other} has the same name and replaces it.`;
    case "same-text":
      return `${other} has the same text, and copies are sent once.`;
    case "budget-spent":
      return "the limit is spent before this file.";
    case "too-large":
      return "the file is too large and is skipped whole.";
    case "import-depth":
      return `${other} imports it, but too many levels deep.`;
    case "list-full":
      return "the list of skills is full.";
    case "not-its-file":
      return "this tool does not look for files of this name.";
    case "above-root":
      return "it is above the folder at which this tool begins.";
    case "below-folder":
      return "it is below the working folder.";
    case "elsewhere":
      return "its folder is not on the way to the working folder.";
    case "wrong-extension":
      return "it has the wrong extension.";
    case "wrong-case":
      return "its name differs in capitals.";
    case "subfolder":
      return "it is in a subfolder, and only files directly in the rules folder are read.";
    case "linked":
      return "it is a link, and links are not followed.";
    case "import-in-code":
      return `${other} mentions it inside code.`;
    case "import-refused":
      return `${other} mentions it, but does not import from there.`;
    case "ignored":
      return ".gitignore names it.";
    case "invalid-front-matter":
      return "its front matter is missing something or does not parse.";
    case "disabled":
      return "its front matter switches it off.";
    case "wrong-mode":
      return "it belongs to another mode.";
    case "wrong-model":
      return "it belongs to another family of models.";
    case "wrong-session":
      return "this kind of session does not read it.";
    case "never-automatic":
      return "alwaysApply is false and nothing else would bring it in.";
    case "not-named":
      return "this tool reads only files that its settings name.";
    case "excluded":
      return "its front matter excludes this tool.";
  }
};
