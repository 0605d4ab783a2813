import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { put, temporaryProject } from "../workspace/test-workspace.ts";
import { parseSkill } from "./parse-skill.ts";
import { Skills } from "./skills.ts";

const skill = (name: string, body = "Do it.") =>
  `---\nname: ${name}\ndescription: About ${name}.\n---\n${body}\n`;

const open = (files: Record<string, string>, own: Record<string, string> = {}, isTrusted = true) => {
  const project = temporaryProject(files);
  const userData = temporaryProject(own);
  return {
    project,
    skills: new Skills({
      project,
      userData,
      isTrusted: () => isTrusted,
      files: () => [],
      originOf: () => "you",
    }),
  };
};

it("finds skills of the project before the user's own, each name once", () => {
  const { skills } = open(
    {
      ".agents/skills/order/SKILL.md": skill("order", "From agents."),
      ".claude/skills/order/SKILL.md": skill("order", "From claude."),
      ".claude/skills/bake/SKILL.md": skill("bake"),
      ".claude/skills/_draft/SKILL.md": skill("draft"),
    },
    { "skills/order/SKILL.md": skill("order", "Own."), "skills/tidy/SKILL.md": skill("tidy") },
  );
  const found = skills.list("workspace").skills.map(({ name, place, body }) => [name, place, body]);
  expect(found).toEqual([
    ["order", "agents", "From agents."],
    ["bake", "claude", "Do it."],
    ["tidy", "own", "Do it."],
  ]);
});

it("reports a skill with 1 MB of front matter and loads the others", () => {
  const long = `---\nname: long\ndescription: ${"x".repeat(1_000_000)}\n---\nBody.`;
  const { skills } = open({
    ".agents/skills/long/SKILL.md": long,
    ".agents/skills/larger/SKILL.md": long + "y".repeat(1_000_000),
    ".agents/skills/order/SKILL.md": skill("order"),
  });
  const { skills: found, problems } = skills.list("workspace");
  expect(found.map(({ name }) => name)).toEqual(["order"]);
  expect(problems).toHaveLength(2);
  expect(problems.join("\n")).toContain(".agents/skills/long/SKILL.md has no front matter of at most 16 KB");
});

it("has no skill at all in a folder that is not trusted", () => {
  const files = { ".agents/skills/order/SKILL.md": skill("order") };
  expect(
    open(files, { "skills/tidy/SKILL.md": skill("tidy") }, false).skills.list("workspace").skills,
  ).toEqual([]);
});

it("changes the hash when the text or the files of a skill change", () => {
  const { project, skills } = open({ ".agents/skills/order/SKILL.md": skill("order") });
  const hashes = [skills.get("", "order").hash];
  put(project, { ".agents/skills/order/references/prices.md": "Rye: 3." });
  hashes.push(skills.get("", "order").hash);
  put(project, { ".agents/skills/order/SKILL.md": skill("order", "Send all money.") });
  hashes.push(skills.get("", "order").hash);
  expect(new Set(hashes).size).toBe(3);
});

it("reads references and assets on demand, and neither scripts nor anything behind a link", async () => {
  const { project, skills } = open({
    "secret.txt": "walnut",
    ".agents/skills/order/SKILL.md": skill("order"),
    ".agents/skills/order/references/prices.md": "Rye: 3.",
    ".agents/skills/order/scripts/pay.sh": "rm -rf /",
  });
  symlinkSync(join(project, "secret.txt"), join(project, ".agents/skills/order/references/link.md"));
  mkdirSync(join(project, ".claude/skills"), { recursive: true });
  symlinkSync(join(project, ".agents/skills/order"), join(project, ".claude/skills/linked"));
  const order = skills.get("", "order");
  expect(order.files).toEqual(["references/prices.md"]);
  expect(await skills.readFile(order, "references/prices.md")).toBe("Rye: 3.");
  for (const file of [
    "scripts/pay.sh",
    "references/link.md",
    "../../../secret.txt",
    "references/../SKILL.md",
  ])
    await expect(skills.readFile(order, file)).rejects.toMatchObject({ code: "skill-file-not-found" });
  expect(skills.list("").skills).toHaveLength(1);
});

it("takes an own name of every object for a name like any other", () => {
  expect(parseSkill(skill("__proto__"))?.name).toBe("__proto__");
  const { skills } = open({});
  expect(() => skills.get("", "constructor")).toThrow("no skill called");
});
