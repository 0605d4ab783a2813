import { execFileSync, fork, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../../base/test-eventually.ts";
import { testPorts } from "../../ports/test-ports.ts";
import { createRequestLog, type RequestLog } from "../../providers/request-log.ts";
import { openUserSettings } from "../../settings/open-settings.ts";
import { McpServers } from "./mcp-servers.ts";

const odd = fileURLToPath(new URL("odd-server.fixture.ts", import.meta.url));
const everything = fileURLToPath(
  import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"),
);
const files = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"));
const memory = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-memory/dist/index.js"));
const never = new AbortController().signal;

let servers: McpServers;
let secrets: Map<string, string>;
let requests: RequestLog;
const open = (root: string | null = "/tmp") => {
  const ports = testPorts();
  secrets = new Map();
  requests = createRequestLog(ports.clock);
  servers = new McpServers({
    settings: openUserSettings(mkdtempSync(join(tmpdir(), "satchel-mcp-")), ports),
    vault: {
      kind: "system",
      get: async (name) => secrets.get(name) ?? null,
      set: async (name, value) => void secrets.set(name, value),
      remove: async (name) => void secrets.delete(name),
    },
    requests,
    clock: ports.clock,
    ids: ports.ids,
    version: "1",
    root: () => root,
    onChange: () => {},
    sample: null,
    onAsked: () => {},
    limits: { startMs: 8_000, callMs: 1_500 },
  });
  return servers;
};
afterEach(() => servers.close());

/** A marker in the arguments, by which the processes of one test are counted. */
const marker = () => `satchel-${Math.random().toString(36).slice(2)}`;
const save = (mode: string, ...more: string[]) =>
  servers.save({ id: "odd", command: process.execPath, args: [odd, mode, ...more], enabled: true });
const only = () => servers.list("/tmp")[0];
const call = (tool: string) => servers.call("odd", tool, {}, never);
const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
};
const reaches = async (port: number) => {
  expect((await fetch(`http://127.0.0.1:${port}/mcp`).catch(() => null))?.status).toBeGreaterThan(0);
};
const running = (mark: string): number =>
  execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(mark)).length;

describe("the user's MCP servers", () => {
  it("list the tools of a real server and run them", async () => {
    open();
    await servers.save({ id: "all", command: process.execPath, args: [everything, "stdio"], enabled: true });
    expect(only()).toMatchObject({ state: "ready", problem: null });
    expect(only()?.tools.map(({ name }) => name)).toContain("mcp__all__echo");
    expect(await servers.call("all", "echo", { message: "seven" }, never)).toContain("seven");
    await expect(servers.call("all", "echo", { message: 7 }, never)).rejects.toMatchObject({
      code: "mcp-tool",
    });
  });

  it("list the tools of a real server with an address, and log each request to it", async () => {
    open();
    const port = await freePort();
    const env = { ...process.env, PORT: String(port) };
    const served = spawn(process.execPath, [everything, "streamableHttp"], { env, stdio: "ignore" });
    try {
      await eventually(() => reaches(port));
      await servers.save({ id: "far", url: `http://127.0.0.1:${port}/mcp`, args: [], enabled: true });
      expect(only()).toMatchObject({ state: "ready", problem: null });
      expect(await servers.call("far", "echo", { message: "seven" }, never)).toContain("seven");
      const logged = requests.entries();
      expect(logged.length).toBeGreaterThan(2);
      expect(new Set(logged.map(({ host, purpose }) => `${host} ${purpose}`))).toEqual(
        new Set([`127.0.0.1:${port} tools`]),
      );
    } finally {
      served.kill("SIGKILL");
    }
  });

  it("say that a server with an address wants a key", async () => {
    open();
    const closed = createHttpServer((_, response) => response.writeHead(401).end("{}"));
    await new Promise<void>((done) => closed.listen(0, "127.0.0.1", done));
    const { port } = closed.address() as AddressInfo;
    await servers.save({ id: "far", url: `http://127.0.0.1:${port}/mcp`, args: [], enabled: true });
    expect(only()).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("wants a sign-in or a key"),
    });
    closed.close();
  });

  it("let the registry's server of files write into the project only", async () => {
    const root = mkdtempSync(join(tmpdir(), "satchel-mcp-files-"));
    open(root);
    await servers.save({ id: "files", command: process.execPath, args: [files, root], enabled: true });
    expect(only()).toMatchObject({ state: "ready", problem: null });
    expect(only()?.tools.map(({ name }) => name)).toContain("mcp__files__write_file");
    const path = join(root, "note.md");
    await servers.call("files", "write_file", { path, content: "Seven sacks." }, never);
    expect(readFileSync(path, "utf8")).toBe("Seven sacks.");
    expect(await servers.call("files", "read_text_file", { path }, never)).toContain("Seven sacks.");
    const outside = join(tmpdir(), "satchel-not-here.md");
    await expect(
      servers.call("files", "write_file", { path: outside, content: "no" }, never),
    ).rejects.toMatchObject({ code: "mcp-tool" });
    expect(existsSync(outside)).toBe(false);
  });

  it("keep what the registry's server of memories is told, across a restart", async () => {
    open();
    const kept = join(mkdtempSync(join(tmpdir(), "satchel-mcp-memory-")), "memory.jsonl");
    const env = { MEMORY_FILE_PATH: kept };
    await servers.save({ id: "mem", command: process.execPath, args: [memory], env, enabled: true });
    const entities = [{ name: "Fenwick Mill", entityType: "supplier", observations: ["delivers on Friday"] }];
    await servers.call("mem", "create_entities", { entities }, never);
    await servers.restart("mem");
    expect(await servers.call("mem", "search_nodes", { query: "mill" }, never)).toContain(
      "delivers on Friday",
    );
  });

  it("start nothing without a trusted project", async () => {
    open(null);
    await save("good");
    await servers.ready();
    expect(only()?.state).toBe("waiting");
  });

  it("say which command was not found", async () => {
    open();
    await servers.save({ id: "odd", command: "satchel-has-no-such-command", args: [], enabled: true });
    expect(only()).toMatchObject({ state: "failed", tools: [] });
    expect(only()?.problem).toContain("satchel-has-no-such-command");
  });

  it("give a tool a name that no other tool can have", async () => {
    open();
    await save("good");
    expect(only()?.tools[0]).toMatchObject({ name: "mcp__odd__write_file", tool: "write_file" });
  });

  it("give a command the variables it was saved with, and none of the user's keys", async () => {
    open();
    process.env["SATCHEL_TEST_KEY"] = "secret";
    await servers.save({
      id: "odd",
      command: process.execPath,
      args: [odd, "good"],
      env: { OWN: "1" },
      enabled: true,
    });
    const names = (await call("env")).split(" ");
    delete process.env["SATCHEL_TEST_KEY"];
    expect(names).toContain("OWN");
    expect(names).not.toContain("SATCHEL_TEST_KEY");
  });

  it("forget the values of a command that is replaced", async () => {
    open();
    const draft = { id: "odd", command: process.execPath, args: [odd, "good"], enabled: true };
    await servers.save({ ...draft, env: { OWN: "1" } });
    expect(secrets.size).toBe(1);
    await servers.save({ ...draft, args: [odd, "good", "again"] });
    expect(secrets.size).toBe(0);
    expect((await call("env")).split(" ")).not.toContain("OWN");
  });

  it("come back with their values when a removal is undone", async () => {
    open();
    const draft = { id: "odd", command: process.execPath, args: [odd, "good"], enabled: true };
    await servers.save({ ...draft, env: { OWN: "1" } });
    await servers.remove("odd");
    expect(servers.list("/tmp")).toEqual([]);
    expect(secrets.size).toBe(0);
    await servers.restore("odd");
    expect((await call("env")).split(" ")).toContain("OWN");
    await expect(servers.restore("odd")).rejects.toMatchObject({ code: "mcp-not-found" });
  });

  it("are taken over from other programs only as they were shown, with their values in the vault", async () => {
    open();
    const args = [odd, "good"];
    const draft = {
      id: "odd",
      command: process.execPath,
      args,
      env: { TOKEN: "very-secret" },
      enabled: true,
    };
    const shown = { command: process.execPath, args, url: null };
    await expect(servers.take(draft, { ...shown, args: [odd] })).rejects.toMatchObject({
      code: "mcp-changed",
    });
    await expect(servers.take(draft, { ...shown, command: "npx" })).rejects.toMatchObject({
      code: "mcp-changed",
    });
    expect([servers.ids(), secrets.size]).toEqual([[], 0]);
    await servers.take(draft, shown);
    expect(only()).toMatchObject({ id: "odd", state: "ready", secrets: ["TOKEN"] });
    expect(JSON.stringify(only())).not.toContain("very-secret");
    expect([...secrets.values()]).toEqual([JSON.stringify({ TOKEN: "very-secret" })]);
    await expect(servers.take(draft, shown)).rejects.toMatchObject({ code: "mcp-taken" });
  });

  it("can be tested before they are stored, and leave nothing behind", async () => {
    open(null);
    const mark = marker();
    const draft = { id: "odd", command: process.execPath, args: [odd, "good", mark], enabled: true };
    expect(await servers.test(draft)).toEqual({
      title: "odd 1",
      tools: ["write_file", "change", "env", "roots"],
    });
    expect(running(mark)).toBe(0);
    expect(servers.list("/tmp")).toEqual([]);
    await expect(servers.test({ ...draft, command: "satchel-has-no-such-command" })).rejects.toMatchObject({
      code: "mcp-command-missing",
    });
  });

  it("name the project as the only root", async () => {
    open("/tmp");
    await save("good");
    expect(JSON.parse(await call("roots"))).toEqual({ roots: [{ uri: "file:///tmp", name: "project" }] });
  });

  it("end a call that is never answered, and stay usable", async () => {
    open();
    await save("hangs");
    await expect(call("env")).rejects.toMatchObject({ code: "mcp-call" });
    expect(only()?.state).toBe("ready");
  });

  it("end a server that floods, and say so", async () => {
    open();
    const mark = marker();
    await save("floods", mark);
    await expect(call("env")).rejects.toMatchObject({ code: "mcp-call" });
    await eventually(() => expect(only()?.state).toBe("failed"));
    expect(
      servers
        .log("odd")
        .map(({ text }) => text)
        .join("\n"),
    ).toContain("8 MB");
    expect(running(mark)).toBe(0);
  });

  it("notice a server that dies, and start it again when asked", async () => {
    open();
    await save("dies");
    await expect(call("env")).rejects.toMatchObject({ code: "mcp-call" });
    await eventually(() => expect(only()).toMatchObject({ state: "failed", tools: [] }));
    await servers.restart("odd");
    expect(only()?.state).toBe("ready");
  });

  it("skip lines that are not JSON", async () => {
    open();
    await save("wrong-json");
    expect(await call("change")).toContain("hello");
    expect(servers.log("odd").some(({ kind }) => kind === "problem")).toBe(true);
  });

  it("fail a server that never answers the first message, and leave nothing running", async () => {
    open();
    const mark = marker();
    await save("silent", mark);
    expect(only()?.state).toBe("failed");
    expect(running(mark)).toBe(0);
  }, 20_000);

  it("mark a tool as a different one when its description changes", async () => {
    open();
    await save("good");
    const before = only()?.tools[0]?.mark;
    await call("change");
    await eventually(() => expect(only()?.tools[0]?.mark).not.toBe(before));
    expect(only()?.tools[0]?.description).toContain("elsewhere");
  });

  it.each(["good", "stays", "has-child"])(
    "leave no process behind when closed: %s",
    async (mode) => {
      open();
      const mark = marker();
      await save(mode, mark);
      await eventually(() => expect(running(mark)).toBe(mode === "has-child" ? 2 : 1));
      await servers.close();
      expect(running(mark)).toBe(0);
    },
    20_000,
  );

  it.each(["good", "stays", "has-child", "silent"])(
    "leave no process behind when the app is killed: %s",
    async (mode) => {
      open();
      const mark = marker();
      // Itself, the server, and what the server starts.
      const parent = fork(fileURLToPath(new URL("server-parent.fixture.ts", import.meta.url)), [mode, mark], {
        execArgv: [],
      });
      await new Promise((resolve) => parent.once("message", resolve));
      await eventually(() => expect(running(mark)).toBe(mode === "has-child" ? 3 : 2));
      parent.kill("SIGKILL");
      await eventually(() => expect(running(mark)).toBe(0));
    },
    20_000,
  );

  it("keep a bounded log", async () => {
    open();
    await save("good");
    for (let index = 0; index < 400; index++) await call("env");
    expect(servers.log("odd").length).toBeLessThanOrEqual(300);
    expect(only()?.tools.find(({ tool }) => tool === "env")?.used).toBe(400);
  });
});
