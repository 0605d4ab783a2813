import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const temp = () => realpathSync(mkdtempSync(join(tmpdir(), "satchel-cli-")));
const main = join(import.meta.dirname, "main.ts");

type Ran = { status: number | null; out: string; err: string };

/** Runs the command line as a real process, in a folder that is not a project, with a separate data folder. */
const satchel = (
  args: readonly string[],
  options: { input?: string | Buffer; cwd?: string } = {},
): Promise<Ran> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [main, ...args], {
      cwd: options.cwd ?? temp(),
      env: { ...process.env, SATCHEL_DATA: temp() },
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.stdin.on("error", () => {});
    child.stdin.end(options.input ?? "");
    child.on("close", (status) => done({ status, out, err }));
  });

const linesOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Answers without the events between them. */
const answersOf = (text: string) => linesOf(text).filter((line) => !("event" in line));

const request = (method: string, input: unknown = {}) => `${JSON.stringify({ method, input })}\n`;

it("prints the answer of a method as JSON", async () => {
  const ran = await satchel(["call", "app.info"]);
  expect(ran).toMatchObject({ status: 0, err: "" });
  expect(JSON.parse(ran.out)).toMatchObject({ host: "cli" });
});

it("prints a failure as JSON on standard error and exits with 1", async () => {
  const unknown = await satchel(["call", "no.method"]);
  expect(unknown).toMatchObject({ status: 1, out: "" });
  expect(JSON.parse(unknown.err)).toMatchObject({ code: "unknown-method" });
  const missing = await satchel(["call", "app.info", "--project", "/no/such/folder"]);
  expect(missing).toMatchObject({ status: 1, out: "" });
  expect(JSON.parse(missing.err)).toMatchObject({ code: "folder-not-found" });
  const none = await satchel(["call", "project.info"]);
  expect(JSON.parse(none.err)).toMatchObject({ code: "no-project" });
});

it.each([
  [["dance"], 'There is no command "dance".'],
  [["call"], "Name the method to call."],
  [["call", "app.info", "{}", "more"], '"more" is not expected here.'],
  [["call", "app.info", "--colour"], "Unknown option '--colour'."],
  [["serve", "--port", "many"], '--port takes a number from 0 to 65535, not "many".'],
  [["start", "--host", "tv"], '--host is electron or web, not "tv".'],
])("calls %j wrong usage and ends with 2", async (args, sentence) => {
  const ran = await satchel(args);
  expect(ran).toMatchObject({ status: 2, out: "" });
  expect(ran.err.split("\n")[0]).toBe(sentence);
  expect(ran.err).toContain("Usage: satchel ");
});

it("treats input that is not JSON as wrong usage, and reports it with a code", async () => {
  const ran = await satchel(["call", "app.info", "{"]);
  expect(ran).toMatchObject({ status: 2, out: "" });
  expect(JSON.parse(ran.err)).toMatchObject({ code: "invalid-json" });
});

it("prints its help", async () => {
  const help = await satchel(["--help"]);
  expect(help.status).toBe(0);
  for (const command of ["start", "serve", "call", "doctor"])
    expect(help.out).toContain(`satchel ${command}`);
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(await satchel(["--version"])).toEqual({ status: 0, out: `${version}\n`, err: "" });
});

it("uses the current folder as the project when it looks like one", async () => {
  const cwd = temp();
  mkdirSync(join(cwd, "workspace"));
  writeFileSync(join(cwd, "workspace", "AGENTS.md"), "Be kind.");
  const ran = await satchel(["call", "project.info"], { cwd });
  expect(JSON.parse(ran.out)).toMatchObject({ folder: cwd });
});

it("answers one request with one line, also while the project is indexed for the first time", async () => {
  const project = temp();
  mkdirSync(join(project, "workspace"));
  writeFileSync(join(project, "workspace", "AGENTS.md"), "Be kind.");
  writeFileSync(join(project, "workspace", "MEMORY.md"), "## Bread\n- Rye on Fridays.\n");
  const ran = await satchel(["call", "-", "--project", project], { input: request("project.info") });
  expect(linesOf(ran.out)).toMatchObject([{ ok: true, value: { folder: project } }]);
});

it("answers line by line, in order, in one process", async () => {
  const project = temp();
  const input = `${request("project.info")}\n  \r\n${request("app.info")}nonsense\n[1]\n${request("no.method")}`;
  const ran = await satchel(["call", "-", "--project", project], { input });
  expect(ran.status).toBe(0);
  expect(answersOf(ran.out)).toMatchObject([
    { ok: true, value: { folder: project } },
    { ok: true, value: { host: "cli" } },
    { ok: false, error: { code: "invalid-json" } },
    { ok: false, error: { code: "invalid-json" } },
    { ok: false, error: { code: "unknown-method" } },
  ]);
});

it("changes the project between lines and reports it in events", async () => {
  const [first, second] = [temp(), temp()];
  const input = [
    request("project.info"),
    request("project.open", { folder: first }),
    request("project.info"),
    request("project.open", { folder: second }),
    // The last line has no line end.
    request("project.info").trim(),
  ].join("");
  const ran = await satchel(["call", "-"], { input });
  expect(answersOf(ran.out)).toMatchObject([
    { ok: false, error: { code: "no-project" } },
    { ok: true, value: { folder: first } },
    { ok: true, value: { folder: first } },
    { ok: true, value: { folder: second } },
    { ok: true, value: { folder: second } },
  ]);
  const lines = linesOf(ran.out);
  const event = lines.findIndex((line) => line.event === "project.opened" && line.folder === second);
  const answer = lines.findIndex(
    (line) => (line.value as { folder?: string } | undefined)?.folder === second,
  );
  expect(event).toBeGreaterThan(-1);
  expect(event).toBeLessThan(answer);
});

it("reads lines of many megabytes and characters that are not line ends", async () => {
  const text = `${"word \u2028 ".repeat(500_000)}end`;
  const input = `\uFEFF${request("project.open", { folder: text })}${request("app.info")}`;
  const answers = answersOf((await satchel(["call", "-"], { input })).out);
  expect(answers).toHaveLength(2);
  expect(answers[0]).toMatchObject({ ok: false });
  expect(answers[1]).toMatchObject({ ok: true });
});

it("exits with 1 before the first line when the project cannot be opened", async () => {
  const ran = await satchel(["call", "-", "--project", "/no/such/folder"], { input: request("app.info") });
  expect(ran).toMatchObject({ status: 1, out: "" });
  expect(JSON.parse(ran.err)).toMatchObject({ code: "folder-not-found" });
});

it("exits quietly when the reader of its answers goes away", async () => {
  const child = spawn(process.execPath, [main, "call", "-"], {
    env: { ...process.env, SATCHEL_DATA: temp() },
  });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  child.stdin.on("error", () => {});
  child.stdout.once("data", () => {
    child.stdout.destroy();
    child.stdin.write(request("app.info").repeat(2000));
  });
  child.stdin.write(request("app.info"));
  const status = await new Promise((done) => child.on("close", done));
  expect({ status, err }).toEqual({ status: 0, err: "" });
});

it("reports that the port is taken, before anything is created", async () => {
  const server = createServer();
  await new Promise<void>((go) => server.listen(0, "127.0.0.1", go));
  const address = server.address();
  const port = String(typeof address === "object" && address ? address.port : 0);
  const project = temp();
  const data = temp();
  const named = await satchel(["serve", "--port", port, "--project", project, "--data", data]);
  const sample = await satchel(["serve", "--port", port, "--data", data]);
  server.close();
  for (const ran of [named, sample]) {
    expect(ran.status).toBe(1);
    expect(JSON.parse(ran.err)).toMatchObject({ code: "port-in-use" });
  }
  expect([readdirSync(project), readdirSync(data)]).toEqual([[], []]);
});

it("checks the machine, one line per check, and exits with 1 when something required is broken", async () => {
  const project = temp();
  const well = await satchel(["doctor", "--project", project]);
  expect(well).toMatchObject({ status: 0, err: "" });
  for (const title of ["SQLite", "Full-text search", "Vector search", "Tokenizer o200k_base", "Database"]) {
    expect(well.out).toMatch(new RegExp(`^ok +${title} `, "m"));
  }
  expect(well.out).toContain(project);
  const file = join(temp(), "file");
  writeFileSync(file, "");
  const ill = await satchel(["doctor", "--data", join(file, "below"), "--project", "/no/such/folder"]);
  expect(ill.status).toBe(1);
  expect(ill.out).toMatch(/^broken +Your data /m);
  expect(ill.out).toMatch(/^broken +Project /m);
  expect(existsSync(join(project, ".satchel"))).toBe(true);
});
