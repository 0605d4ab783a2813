import { once } from "node:events";
import { mkdtempSync, realpathSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createClient } from "#shared/contract/index.ts";
import { createCore } from "../../../create-core.ts";
import { serveMcpOverHttp } from "../../../mcp/server/serve-http.ts";
import { testPorts } from "../../../ports/test-ports.ts";
import { temporaryProject } from "../../../workspace/test-workspace.ts";
import { answerRequest, type Site } from "../answer-request.ts";
import { makeLaunchToken } from "../launch-token.ts";
import { serveWeb } from "../serve-web.ts";
import { createAskedForServer } from "../../../mcp/server/asked-for.fixture.ts";
import { type Complaints, runScenarios } from "./test-scenarios.ts";
import { startTokenRelay } from "./test-token-relay.ts";

const log = { info: () => {}, warn: () => {}, error: () => {} };

/** What does not pass, and why. A scenario that passes must not be in the list. */
const KNOWN: Readonly<Record<string, string>> = {
  "server-sse-polling":
    "It calls with the version 2025-03-26, in which a stream has no first event with an id and no time to come back.",
};

/** What the product does not have: it has three tools, files as resources, and asks no program back. */
const NEEDS_WHAT_ONLY_A_TEST_HAS = [
  "completion-complete",
  "elicitation-sep1034-defaults",
  "elicitation-sep1330-enums",
  "json-schema-2020-12",
  "logging-set-level",
  "prompts-get-embedded-resource",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-with-image",
  "prompts-list",
  "resources-read-binary",
  "resources-read-text",
  "resources-subscribe",
  "resources-templates-read",
  "resources-unsubscribe",
  "tools-call-audio",
  "tools-call-elicitation",
  "tools-call-embedded-resource",
  "tools-call-error",
  "tools-call-image",
  "tools-call-mixed-content",
  "tools-call-sampling",
  "tools-call-simple-text",
  "tools-call-with-logging",
  "tools-call-with-progress",
];

const notAsExpected = (found: Complaints, known: ReadonlySet<string>) =>
  Object.fromEntries(
    [...found].flatMap(([scenario, complaints]) => {
      if (!known.has(scenario)) return complaints.length === 0 ? [] : [[scenario, complaints]];
      return complaints.length === 0 ? [[scenario, ["It passes: take it out of the list."]]] : [];
    }),
  );

it("passes every scenario of the protocol's own test program with the tools that it asks for", async () => {
  const server = createServer((request, response) => void answerRequest(site, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const memory = serveMcpOverHttp(createAskedForServer);
  const token = makeLaunchToken();
  const site: Site = { host: `127.0.0.1:${port}`, token, root: "", version: "1", log, memory };
  const relay = await startTokenRelay({ port, token });
  try {
    const found = await runScenarios(relay.url);
    expect(found.size).toBe(32);
    expect(notAsExpected(found, new Set(Object.keys(KNOWN)))).toEqual({});
  } finally {
    relay.close();
    await memory.close();
    server.close();
    server.closeAllConnections();
  }
});

it("passes every scenario that needs no tool of the test with the memory of a project", async () => {
  const userData = realpathSync(mkdtempSync(join(tmpdir(), "satchel-conformance-")));
  const core = createCore(testPorts(), { userData, resources: "resources" });
  const client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  await client.call("project.open", {
    folder: temporaryProject({ "workspace/AGENTS.md": "Answer in metric units.\n" }),
  });
  const root = temporaryProject({ "index.html": "<!doctype html>" });
  const host = await serveWeb({ core, root, port: 0, version: "1", log });
  const relay = await startTokenRelay(host);
  try {
    const found = await runScenarios(relay.url);
    expect(found.size).toBe(32);
    expect(notAsExpected(found, new Set([...Object.keys(KNOWN), ...NEEDS_WHAT_ONLY_A_TEST_HAS]))).toEqual({});
  } finally {
    relay.close();
    await host.close();
    await core.close();
  }
});
