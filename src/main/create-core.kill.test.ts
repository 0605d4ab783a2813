import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createClient } from "#shared/contract/index.ts";
import { startWireServer, type WireServer } from "../../e2e/wire-server/start-wire-server.ts";
import { createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

let server: WireServer;
beforeEach(async () => {
  server = await startWireServer([{ kind: "endless", chunk: "crumb ", delay: 1 }]);
});
afterEach(() => server.close());

/** Talks to a process of its own until it has told us about `deltas` pieces, then kills it. */
const streamAndKill = (project: string, data: string, session: string, deltas: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const cli = spawn(
      process.execPath,
      ["src/main/hosts/cli/main.ts", "call", "-", "--project", project, "--data", data],
      { stdio: ["pipe", "pipe", "inherit"] },
    );
    cli.on("error", reject);
    let received = "";
    let seen = 0;
    createInterface({ input: cli.stdout }).on("line", (line) => {
      const event = JSON.parse(line) as { event?: string; text?: string };
      if (event.event !== "chat.delta" || seen >= deltas) return;
      received += event.text ?? "";
      if (++seen === deltas) cli.kill("SIGKILL");
    });
    cli.on("exit", () => resolve(received));
    cli.stdin.write(`${JSON.stringify({ method: "chat.send", input: { session, text: "Go" } })}\n`);
  });

it("SIGKILL during a stream loses no token that was told to anybody", async () => {
  const project = temporaryProject({
    "workspace/AGENTS.md": "Answer.",
    "agents.yaml": "agents:\n  - id: juno\n    provider: lab\n    model: tiny\n",
  });
  const userData = mkdtempSync(join(tmpdir(), "satchel-kill-"));
  const open = async () => {
    const core = createCore(testPorts(), { userData, resources: "resources" });
    const client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
    await client.call("project.open", { folder: project });
    return { core, client };
  };
  const first = await open();
  await first.client.call("providers.save", {
    id: "lab",
    kind: "openai-compatible",
    name: "Lab",
    baseUrl: `${server.origin}/v1`,
  });
  const { session } = await first.client.call("sessions.create", {});
  await first.core.close();

  for (const deltas of [1, 7, 40]) {
    const received = await streamAndKill(project, userData, session.id, deltas);
    const { core, client } = await open();
    const { entries } = await client.call("sessions.read", { session: session.id });
    const answer = entries.at(-1);
    await core.close();
    expect(answer).toMatchObject({ type: "message", role: "assistant", interrupted: true });
    expect(answer?.type === "message" && answer.content.startsWith(received)).toBe(true);
    expect(received.length).toBeGreaterThanOrEqual(deltas * "crumb ".length);
  }
}, 120_000);
