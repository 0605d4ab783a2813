import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Client, createClient, type Events } from "#shared/contract/index.ts";
import { eventually } from "./base/test-eventually.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { countByTokenizer, tokenizerFile } from "./tokens/reference-tokenizer.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

const MODEL = "own-model:1b";
const RULES = "# Rules\n\nSauerteig needs twelve hours; 今天的面包.\n";

let userData: string;
let project: string;
let core: Core;
let client: Client;
let events: Events[];

const open = async () => {
  core = createCore(testPorts(), { userData, resources: "resources" }, { checkOutput: true });
  events = [];
  core.on((event) => events.push(event));
  client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  return client.call("project.open", { folder: project });
};
beforeEach(async () => {
  userData = mkdtempSync(join(tmpdir(), "satchel-tokenizer-"));
  project = temporaryProject({ "workspace/AGENTS.md": RULES });
  await open();
  await client.call("settings.set", { project: { defaultModel: MODEL } });
});
afterEach(async () => {
  await core.close();
  rmSync(userData, { recursive: true });
});

const row = async () => (await client.call("workspace.files", {})).files[0];
const preview = async () => (await client.call("context.preview", { message: "hi" })).manifest;
const counted = (encoding: RegExp) =>
  eventually(async () => expect((await row())?.token_encoding).toMatch(encoding));

it("counts rows, prompts and text with the tokenizer that the person named for a model, also after a restart", async () => {
  await counted(/^estimate$/);
  expect((await preview())?.exact).toBe(false);
  await client.call("settings.set", { user: { tokenizers: { [MODEL]: tokenizerFile } } });
  await counted(/^model\/tokenizer\.json@/);
  const { token_encoding: encoding, token_count } = (await row()) ?? {};
  expect(token_count).toBe(countByTokenizer(RULES));
  const text = "Brötchen, please. [SEP]";
  const count = await client.call("tokens.count", { text, model: MODEL });
  expect(count).toEqual({
    tokens: countByTokenizer(text.replace("[SEP]", "[ sep ]")),
    encoding,
    exact: true,
  });
  const manifest = await preview();
  expect(manifest).toMatchObject({ encoding, exact: true });
  const segment = manifest?.segments.find(({ source }) => source === "workspace/AGENTS.md");
  expect(segment?.raw.tokens).toBe(countByTokenizer(RULES));

  await core.close();
  await open();
  expect(await row()).toMatchObject({ token_encoding: encoding });
  // The same file, so nothing was counted again.
  expect(events.filter(({ event }) => event === "tokens.recounting")).toEqual([]);
});

it("estimates with a warning while the file is not a tokenizer, and counts when it is fixed", async () => {
  const mine = join(userData, "tokenizer.json");
  writeFileSync(mine, "not yet");
  const { warnings } = await client.call("settings.set", { user: { tokenizers: { [MODEL]: mine } } });
  expect(warnings).toMatchObject([{ code: "tokenizer-unusable", message: expect.stringContaining(mine) }]);
  expect((await client.call("project.info", {})).warnings).toContainEqual(warnings[0]);
  expect((await preview())?.exact).toBe(false);
  writeFileSync(mine, readFileSync(tokenizerFile));
  const { warnings: after } = await client.call("settings.set", { user: { tokenizers: { [MODEL]: mine } } });
  expect(after).toEqual([]);
  expect((await preview())?.exact).toBe(true);
});

it("never takes a tokenizer from a project", async () => {
  await core.close();
  const settings = { defaultModel: MODEL, tokenizers: { [MODEL]: tokenizerFile } };
  writeFileSync(join(project, ".satchel", "settings.json"), JSON.stringify(settings));
  const { warnings } = await open();
  expect(warnings.map(({ code }) => code)).toContain("setting-refused");
  expect((await preview())?.exact).toBe(false);
});
