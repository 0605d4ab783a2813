import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Manifest } from "#shared/model/manifest.ts";

const temp = () => realpathSync(mkdtempSync(join(tmpdir(), "satchel-cli-")));

const project = () => {
  const folder = temp();
  mkdirSync(join(folder, "workspace"));
  writeFileSync(join(folder, "SOUL.md"), "Be kind.\n");
  writeFileSync(join(folder, "workspace", "AGENTS.md"), "Answer briefly.\n");
  writeFileSync(join(folder, "workspace", "long.md"), "flour and water ".repeat(2_000));
  return folder;
};

/** Runs the command as a real process. */
const context = (args: readonly string[]): Promise<{ status: number | null; out: string; err: string }> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts"), "context", ...args], {
      cwd: temp(),
      env: { ...process.env, SATCHEL_DATA: temp() },
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.stdin.end();
    child.on("close", (status) => done({ status, out, err }));
  });

describe("satchel context", () => {
  it("prints a bar to scale and a line per segment with the fix that would include it", async () => {
    const { status, out } = await context(["--project", project(), "--message", "hi", "--window", "4096"]);
    expect(status).toBe(0);
    const bar = /^\[([a-z.=]{60})\]$/m.exec(out)?.[1] ?? "";
    expect(bar).toContain("=".repeat(30));
    expect(out).toMatch(/^workspace\/AGENTS\.md +\d+ +\d+ +included$/m);
    expect(out).toMatch(/^workspace\/long\.md +[\d,]+ +0 +excluded \(window\) {2}→ /m);
    expect(out).toContain("Warnings:");
  });

  it("prints what would save tokens, each with the number, and at most three", async () => {
    const folder = project();
    const lines = Array.from({ length: 10 }, (_, index) => `- the common rule with number ${index} is kept`);
    const own = Array.from({ length: 10 }, (_, index) => `- what only the second says, number ${index}`);
    mkdirSync(join(folder, ".satchel/profiles"), { recursive: true });
    const profile = { id: "tight", title: "Tight", kind: "layered", from: "layered", perFile: 1000 };
    for (const [path, text] of Object.entries({
      ".satchel/profiles/tight.json": JSON.stringify(profile),
      "workspace/AGENTS.md": `${"word ".repeat(919)}\n`,
      "workspace/long.md": "",
      "workspace/A.md": lines.join("\n"),
      "workspace/B.md": [...lines.slice(0, 6), ...own].join("\n"),
      "agents.yaml": `agents:\n  - id: juno\n    profile: tight\n    systemPromptTemplate: "Today is {{date}}. ${"Be brief and kind. ".repeat(30)}"\n`,
    })) {
      writeFileSync(join(folder, path), text);
    }
    const { out } = await context(["--project", folder, "--message", "hi"]);
    const advice = out.slice(out.indexOf("Advice:"));
    expect(advice).toMatch(
      /The date in the system prompt breaks the cache at token ~[\d,]+: .+ Saves ~[\d,]+ tokens\./,
    );
    expect(advice).toMatch(/A\.md shares 60 % of its lines with B\.md\. Saves ~\d+ tokens\./);
    expect(advice).toMatch(/AGENTS\.md is at 92 % of its limit: .+ Saves ~\d+ tokens\./);
    expect(advice.match(/Saves/g)).toHaveLength(3);
  });

  it("prints the line of the file at which a text is cut", async () => {
    const folder = project();
    const lines = "flour and water\n".repeat(3_000);
    writeFileSync(join(folder, "workspace", "AGENTS.md"), `<!-- priority: 1 -->\n\n${lines}`);
    const { out } = await context(["--project", folder, "--message", "hi", "--window", "4096"]);
    expect(out).toMatch(
      /^workspace\/AGENTS\.md .* truncated at line \d+ \(window\) {2}→ a window of [\d,]+$/m,
    );
  });

  it("prints the manifest as JSON, for the profile and model asked for", async () => {
    const asked = ["--message", "hi", "--profile", "persona", "--model", "gpt-4o", "--json"];
    const { status, out } = await context(["--project", project(), ...asked]);
    expect(status).toBe(0);
    const manifest = JSON.parse(out) as Manifest;
    expect(manifest).toMatchObject({ profile: "persona", model: "gpt-4o", exact: true });
    expect(manifest.segments.map(({ source }) => source)).toContain("workspace/AGENTS.md");
  });

  it("exits with 1 when the prompt has more tokens than --fail-over allows, and with 0 otherwise", async () => {
    const folder = project();
    const over = await context(["--project", folder, "--fail-over", "100", "--json"]);
    expect(over.status).toBe(1);
    expect(over.err).toMatch(/^The prompt has [\d,]+ tokens, more than the 100 that are allowed\.$/m);
    expect((JSON.parse(over.out) as Manifest).window.used).toBeGreaterThan(100);
    expect((await context(["--project", folder, "--fail-over", "100,000"])).status).toBe(0);
    expect((await context(["--project", folder, "--fail-over", "few"])).status).toBe(2);
  });
});
