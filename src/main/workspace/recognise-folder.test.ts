import { describe, expect, it } from "vitest";
import { lookAtFolder } from "./look-at-folder.ts";
import { recogniseFolder } from "./recognise-folder.ts";
import { temporaryProject } from "./test-workspace.ts";

const kindOf = async (paths: readonly string[]) => {
  const files = Object.fromEntries(paths.map((path) => [path, "text"]));
  return recogniseFolder(await lookAtFolder(temporaryProject(files)));
};

describe("a folder is recognised by its contents", () => {
  it.each([
    ["project", ["workspace/AGENTS.md", "package.json"], "workspace folder"],
    ["project", ["agents.yaml", ".obsidian/app.json"], "agents.yaml"],
    ["project", [".satchel/index.db", "notes/a.md"], ".satchel"],
    ["project", [], "empty"],
    ["workspace", ["SOUL.md", "USER.md", "skills/x/SKILL.md"], "SOUL.md and USER.md"],
    ["workspace", ["CLAUDE.md", "package.json", "src/main.ts"], "CLAUDE.md"],
    ["vault", [".obsidian/app.json", "Inbox.md"], ".obsidian"],
    ["vault", ["Projects/a.md", "Projects/b.md", "Areas/c.md", "image.png"], "Markdown in folders"],
    ["code", ["Cargo.toml", "src/main.rs", "README.md"], "Cargo.toml"],
    ["code", [".git/HEAD", "main.c", "main.h"], "git repository"],
    ["documents", ["offer.pdf", "letter.docx"], "files"],
    ["documents", ["one.md", "two.md"], "files"],
  ] as const)("%s: %j", async (kind, paths, why) => {
    const recognised = await kindOf(paths);
    expect(recognised.kind).toBe(kind);
    expect(recognised.why).toContain(why);
  });

  it("does not count installed packages or hidden files as the user's own", async () => {
    const installed = Array.from({ length: 30 }, (_, n) => `node_modules/p${n}/README.md`);
    expect((await kindOf([...installed, "index.js", "package.json"])).kind).toBe("code");
  });
});
