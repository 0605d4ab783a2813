import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { scripts } from "../../../../e2e/wire-server/script.ts";
import { startWireServer, type WireServer } from "../../../../e2e/wire-server/start-wire-server.ts";

type Ran = { status: number | null; out: string; err: string };

// Each test starts the program several times, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let server: WireServer;
let folder: string;
let data: string;
beforeEach(async () => {
  server = await startWireServer(scripts.normal);
  [folder, data] = [temp(), temp()];
  mkdirSync(join(folder, "workspace"));
  writeFileSync(join(folder, "workspace", "HOURS.md"), "The shop opens at 07:00.\n");
  writeFileSync(
    join(folder, "agents.yaml"),
    "agents:\n  - id: juno\n    provider: lab\n    model: tiny\n  - id: plain\n",
  );
  const lab = { kind: "openai-compatible", name: "Lab", baseUrl: `${server.origin}/v1` };
  writeFileSync(join(data, "settings.json"), JSON.stringify({ providers: { lab } }));
});
afterEach(() => server.close());

const temp = () => realpathSync(mkdtempSync(join(tmpdir(), "satchel-chat-cli-")));

/** Runs the command as a real process; `heard` may react to its output. */
const satchel = (
  args: readonly string[],
  input = "",
  heard?: (err: string, child: ReturnType<typeof spawn>) => void,
) =>
  new Promise<Ran>((done) => {
    const main = join(import.meta.dirname, "main.ts");
    const child = spawn(process.execPath, [main, ...args, "--project", folder, "--data", data]);
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      err += text;
      heard?.(err, child);
    });
    if (heard) child.stdin.write(input);
    else child.stdin.end(input);
    child.on("close", (status) => done({ status, out, err }));
  });

const sessionIn = ({ err }: Ran) => /^session (\S+)$/m.exec(err)?.[1] ?? "";

it("answers one question on standard output and prints the session, which can be continued", async () => {
  const first = await satchel(["chat", "-m", "Good morning?"]);
  expect(first).toMatchObject({ status: 0, out: "Good morning.\n" });
  const second = await satchel(["chat", "--session", sessionIn(first), "-m", "And now?"]);
  expect(second.status).toBe(0);
  expect(JSON.stringify(server.chats().at(-1)?.body)).toContain("Good morning?");
});

it("chats line by line until an empty line, with the named agent", async () => {
  const ran = await satchel(
    ["chat", "--agent", "plain"],
    "When does the shop open?\nAnd the moon?\n\nNo more.\n",
  );
  expect(ran.status).toBe(0);
  expect(ran.out.match(/not a language model/g)).toHaveLength(2);
  expect(ran.out).toContain("07:00");
  expect(server.chats()).toEqual([]);
});

it("reports a failure as JSON and exits with 1", async () => {
  server.play(scripts.wrongKey);
  const ran = await satchel(["chat", "-m", "Hello"]);
  expect(ran.status).toBe(1);
  expect(ran.err).toContain('"code":"provider-auth"');
});

it("asks before a file is written, and denies when no one answers", async () => {
  const write = { id: "c", name: "write_file", args: { path: "order.md", text: "# Order\n" } };
  server.play([{ kind: "tools", calls: [write] }, ...scripts.normal]);
  const alone = await satchel(["chat", "-m", "Write"]);
  expect(alone.out).toContain("Good morning.");
  expect(existsSync(join(folder, "workspace", "order.md"))).toBe(false);
  server.play([{ kind: "tools", calls: [write] }, ...scripts.normal]);
  let answered = false;
  const asked = await satchel(["chat", "-m", "Write"], "", (err, child) => {
    if (answered || !err.includes("[y]es")) return;
    answered = true;
    child.stdin?.end("y\n");
  });
  expect(asked.err).toMatch(/write_file \S*order\.md\n[^]*\n\+# Order\n/);
  expect(existsSync(join(folder, "workspace", "order.md"))).toBe(true);
});

it("stops the answer on Ctrl-C and keeps the received part", async () => {
  server.play(scripts.endless);
  const running = new Promise<Ran>((done) => {
    const main = join(import.meta.dirname, "main.ts");
    const args = [main, "chat", "-m", "Count", "--project", folder, "--data", data];
    const child = spawn(process.execPath, args);
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (out === "") child.kill("SIGINT");
      out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.on("close", (status) => done({ status, out, err }));
  });
  const ran = await running;
  expect(ran.out).toContain("and ");
  const session = sessionIn(ran);
  const { out } = await satchel(["call", "sessions.read", JSON.stringify({ session })]);
  const { entries } = JSON.parse(out) as { entries: { interrupted?: boolean; content?: string }[] };
  expect(entries.at(-1)).toMatchObject({ interrupted: true, content: expect.stringContaining("and ") });
});
