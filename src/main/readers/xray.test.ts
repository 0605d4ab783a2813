import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ranksFolder } from "../tokens/load-ranks.ts";
import { createTokenCounter } from "../tokens/token-counter.ts";
import { Listing } from "./gather/listing.ts";
import { Xray } from "./xray.ts";

const counter = createTokenCounter({ ranks: ranksFolder("resources") });
const folder = realpathSync(mkdtempSync(join(tmpdir(), "satchel-xray-")));
afterAll(async () => {
  await counter.close();
  rmSync(folder, { recursive: true, force: true });
});

const put = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const open = () => {
  const listing = new Listing({ folder, home: tmpdir(), mayLookOutside: () => false });
  return { listing, xray: new Xray(listing, counter, () => "o200k_base") };
};
const at = (cwd: string, drafts: readonly { path: string; text: string }[] = []) => ({
  cwd,
  drafts,
  touched: [],
  again: false,
});

const front = (globs: string) => `---\nglobs: ${globs}\n---\nKeep it short.\n`;

/** Each changes something that an earlier look may have kept: a text, front matter, a blank, a name, a folder. */
const edits: readonly (readonly [string, string | null])[] = [
  ["AGENTS.md", "Be brief.\n"],
  ["AGENTS.md", "   \n"],
  ["AGENTS.md", "\u00a0\ufeff\n"],
  ["AGENTS.md", `@docs/more.md\n${"- Keep it short.\n".repeat(2_500)}`],
  ["packages/web/.cursor/rules/a.mdc", front("lib/**")],
  ["packages/web/.cursor/rules/a.mdc", "no front matter"],
  ["packages/new/AGENTS.md", "A new folder.\n"],
  ["docs/more.md", "@../CLAUDE.md and @late.txt\n"],
  ["docs/late.txt", "Named before it was there.\n"],
  ["CLAUDE.md", "@AGENTS.md\n"],
  ["packages/web/AGENTS.md", null],
  ["AGENTS.override.md", ""],
  ["AGENTS.override.md", null],
  ["packages/new/AGENTS.md", null],
  [".codex/config.toml", "project_doc_max_bytes = 100\n"],
];

it("answers after each edit, saved or not, as if it had looked for the first time", async () => {
  put(".git/HEAD", "ref: refs/heads/main\n");
  put("AGENTS.md", "# All\n\nKeep it short.\n");
  put("packages/web/AGENTS.md", "For the web.\n");
  put("packages/web/.cursor/rules/a.mdc", front("src/**"));
  put("docs/more.md", "More.\n");
  const { listing, xray } = open();
  await xray.look(at(""));
  for (const [path, text] of edits) {
    // As it is typed, before it is saved.
    const typed = text === null ? null : await xray.look(at("packages/web", [{ path, text }]));
    if (text === null) rmSync(join(folder, path));
    else put(path, text);
    const saved = await open().xray.look(at("packages/web"));
    expect(typed ?? saved).toEqual(saved);
    listing.changed([path]);
    for (const cwd of ["", "packages/web"])
      expect(await xray.look(at(cwd))).toEqual(await open().xray.look(at(cwd)));
  }
});

it("reads nothing from the disk for a letter", async () => {
  const { listing, xray } = open();
  put("AGENTS.md", "Before.\n");
  await xray.look(at(""));
  await xray.look(at("", [{ path: "AGENTS.md", text: "Typed.\n" }]));
  expect(listing.readCount).toBe(0);
});
