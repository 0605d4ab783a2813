import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { scripts } from "../../../e2e/wire-server/script.ts";
import { startWireServer, type WireServer } from "../../../e2e/wire-server/start-wire-server.ts";
import type { Failure } from "#shared/contract/index.ts";
import { systemClock } from "../base/clock.ts";
import { silentLog } from "../base/log.ts";
import type { SecretVault } from "../ports/ports.ts";
import { testPorts } from "../ports/test-ports.ts";
import { openUserSettings } from "../settings/open-settings.ts";
import { KnownModels } from "./known-models.ts";
import { chooseWindow, openProviders } from "./open-providers.ts";
import { openLocalModels } from "./local/open-local-models.ts";
import { createRequestLog } from "./request-log.ts";

let server: WireServer;
let userData: string;
let keys: Map<string, string>;
const signal = new AbortController().signal;

beforeEach(async () => {
  server = await startWireServer(scripts.normal, { models: ["tiny", "gpt-4o-mini"], served: 4096 });
  userData = mkdtempSync(join(tmpdir(), "satchel-providers-"));
  keys = new Map();
});
afterEach(() => server.close());

const vault = (): SecretVault => ({
  kind: "file",
  get: async (name) => keys.get(name) ?? null,
  set: async (name, value) => void keys.set(name, value),
  remove: async (name) => void keys.delete(name),
});
const open = (log = createRequestLog(systemClock)) =>
  openProviders({
    settings: openUserSettings(userData, testPorts()),
    localModels: openLocalModels({
      settings: openUserSettings(userData, testPorts()),
      userData,
      startChild: null,
      pickFile: null,
      onChange: () => {},
      onEngine: () => {},
      log: silentLog,
    }),
    vault: vault(),
    log,
    resources: "resources",
    userData,
    clock: systemClock,
  });
const draft = (baseUrl: string, apiKey?: string) =>
  ({
    id: "lab",
    kind: "openai-compatible",
    name: "Lab",
    baseUrl,
    ...(apiKey === undefined ? {} : { apiKey }),
  }) as const;

it("always has Built-in, which sends no requests", async () => {
  expect(await open().list()).toMatchObject([{ id: "builtin", kind: "builtin", baseUrl: "" }]);
});

it("stores the key in the vault and never in the settings or in what it returns", async () => {
  const providers = open();
  const info = await providers.save(draft(`${server.origin}/v1`, "sk-very-secret"));
  expect(info).toMatchObject({ hasKey: true, warning: expect.stringContaining("file") });
  expect(JSON.stringify(info)).not.toContain("sk-very-secret");
  expect(readFileSync(join(userData, "settings.json"), "utf8")).not.toContain("sk-very-secret");
});

it("does not send a key to an origin other than the one it was entered for", async () => {
  const providers = open();
  await providers.save(draft("https://models.example/v1", "sk-very-secret"));
  await providers.save(draft(`${server.origin}/v1`));
  await providers.models("lab", signal);
  expect(server.received.at(-1)?.headers.authorization).toBeUndefined();
  expect((await providers.list())[1]).toMatchObject({ hasKey: false });
});

it("refuses an invalid address, or one that contains a password", async () => {
  await expect(open().save(draft("file:///etc/passwd"))).rejects.toMatchObject({ code: "invalid-address" });
  await expect(open().save(draft("http://me:pw@host/v1"))).rejects.toMatchObject({ code: "invalid-address" });
});

it("deletes the key with the provider", async () => {
  const providers = open();
  await providers.save(draft(`${server.origin}/v1`, "sk-very-secret"));
  await providers.remove("lab");
  expect(keys.size).toBe(0);
  await expect(providers.get("lab")).rejects.toMatchObject({ code: "provider-not-found" });
});

it("lists models with the window the server serves, and the dated price", async () => {
  const providers = open();
  await providers.save(draft(`${server.origin}/v1`));
  const models = await providers.models("lab", signal);
  expect(models).toMatchObject([
    { id: "tiny", window: 4096, windowSource: "server", price: null },
    { id: "gpt-4o-mini", window: 4096, windowSource: "server", price: { input: 0.15 } },
  ]);
});

it("prefers the user's own window over everything else", async () => {
  const providers = open();
  await providers.save({ ...draft(`${server.origin}/v1`), windows: { tiny: 2048 } });
  expect(await providers.window("lab", "tiny", signal)).toMatchObject({
    window: 2048,
    windowSource: "yours",
  });
});

it("chooses the window: yours, served, trained, catalogue, unknown", () => {
  expect(chooseWindow(1, { trained: 3, served: 2 }, 4)).toEqual({ window: 1, windowSource: "yours" });
  expect(chooseWindow(null, { trained: 3, served: 2 }, 4)).toEqual({ window: 2, windowSource: "server" });
  expect(chooseWindow(null, { trained: 3, served: null }, 4)).toEqual({ window: 3, windowSource: "trained" });
  expect(chooseWindow(null, { trained: null, served: null }, 4)).toEqual({
    window: 4,
    windowSource: "catalogue",
  });
  expect(chooseWindow(null, { trained: null, served: null }, null).windowSource).toBe("unknown");
});

it("shows a remote server's models without asking it: it remembers the last list and its date", async () => {
  const log = createRequestLog(systemClock);
  const providers = open(log);
  await providers.save({ ...draft("https://models.example/v1"), windows: { large: 9000 } });
  expect(await providers.knownModels("lab", signal)).toEqual({ models: [], at: null });
  const list = [{ id: "large", name: "Large", window: { trained: 8000, served: null } }];
  const file = new KnownModels(join(userData, "models.json"), {
    now: () => new Date("2026-11-01T00:00:00Z"),
  });
  await file.keep("lab", "https://models.example/v1", list);
  expect(await providers.knownModels("lab", signal)).toMatchObject({
    at: "2026-11-01T00:00:00.000Z",
    models: [{ id: "large", window: 9000, windowSource: "yours" }],
  });
  expect(log.entries()).toEqual([]);
  await providers.save(draft("https://elsewhere.example/v1"));
  expect(await providers.knownModels("lab", signal)).toEqual({ models: [], at: null });
});

it("asks a server on this machine each time, and remembers what any server listed", async () => {
  const providers = open();
  await providers.save(draft(`${server.origin}/v1`));
  expect((await providers.knownModels("lab", signal)).models.map(({ id }) => id)).toEqual([
    "tiny",
    "gpt-4o-mini",
  ]);
  const kept = JSON.parse(readFileSync(join(userData, "models.json"), "utf8")) as {
    servers: Record<string, { models: { id: string }[] }>;
  };
  expect(kept.servers.lab?.models.map(({ id }) => id)).toEqual(["tiny", "gpt-4o-mini"]);
  await providers.remove("lab");
  expect(readFileSync(join(userData, "models.json"), "utf8")).not.toContain("gpt-4o-mini");
});

it("prefers the user's own price over the catalogue's", async () => {
  const providers = open();
  const price = { input: 1, output: 2, cachedInput: 0.5 };
  await providers.save({ ...draft(`${server.origin}/v1`), prices: { "gpt-4o-mini": price } });
  expect((await providers.models("lab", signal))[1]).toMatchObject({ id: "gpt-4o-mini", price });
});

it.each(["openai-compatible", "openai", "anthropic", "ollama"] as const)(
  "%s: never puts the key into a failure, even when a server repeats it on refusal",
  async (kind) => {
    const key = "sk-very-secret-0123456789";
    const providers = open();
    await providers.save({ ...draft(server.origin, key), kind });
    const provider = await providers.get("lab");
    const failures: unknown[] = [];
    // A server's message is cut after some hundred characters, here also in the middle of the key.
    const answers = [400, 401, 404, 500, ...Array.from({ length: 16 }, () => 400)];
    for (const [index, status] of answers.entries()) {
      const before = index < 4 ? "" : "x".repeat(400 + index * 6);
      server.play([{ kind: "status", status, message: `${before}Bad key ${key}, try another.` }]);
      const read = async () => {
        const parts = provider.chat(
          {
            model: "tiny",
            messages: [{ role: "user", content: "Hi" }],
            tools: [],
            window: 4096,
            maxOutputTokens: 100,
            purpose: "chat",
          },
          signal,
        );
        for await (const _ of parts);
      };
      await read().catch((error: unknown) => failures.push((error as Failure).toValue()));
    }
    expect(failures).toHaveLength(answers.length);
    expect(JSON.stringify(failures)).toContain("[key]");
    expect(JSON.stringify(failures)).not.toContain(key.slice(0, 9));
    expect(JSON.stringify(server.chats().map(({ headers }) => headers))).toContain(key);
  },
);
