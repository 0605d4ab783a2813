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
import { SERVER_SCENARIOS, type Scenario } from "./server-scenarios.ts";
import { type Finding, runScenario, runScenarios } from "./test-scenarios.ts";
import { startTokenRelay } from "./test-token-relay.ts";

/** Some scenarios wait for seconds on purpose, and all 32 run one after the other. */
const SCENARIOS_MS = 240_000;

const log = { info: () => {}, warn: () => {}, error: () => {} };

/** What differs from the list: a scenario that is new, gone, or has another outcome than it says. */
const differences = (found: ReadonlyMap<string, Finding>, side: keyof Scenario) => {
  const names = new Set([...found.keys(), ...Object.keys(SERVER_SCENARIOS)]);
  return [...names].flatMap((name) => {
    const expected = SERVER_SCENARIOS[name]?.[side].how;
    const { how = "is gone", complaints = [] } = found.get(name) ?? {};
    const isAsListed = how === (expected === "does not apply" ? "fails" : expected);
    return isAsListed
      ? []
      : [`${name}: listed as "${expected ?? "unknown"}", but it ${how}. ${complaints.join(" ")}`];
  });
};

const passing = (side: keyof Scenario): number =>
  Object.values(SERVER_SCENARIOS).filter((scenario) => scenario[side].how === "passes").length;

it(
  "finds every scenario as listed with the tools that the protocol's own test program asks for",
  async () => {
    const server = createServer((request, response) => void answerRequest(site, request, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const memory = serveMcpOverHttp(createAskedForServer);
    const token = makeLaunchToken();
    const site: Site = { host: `127.0.0.1:${port}`, token, root: "", version: "1", log, memory };
    const relay = await startTokenRelay({ port, token });
    try {
      const found = new Map(await runScenarios(relay.url));
      // The library loses a question to the program now and then, when the program opens its stream for news in the
      // same moment. The memory asks no program anything.
      for (const name of ["tools-call-sampling", "tools-call-elicitation"]) {
        const alone = found.get(name)?.how === "fails" ? await runScenario(relay.url, name) : undefined;
        if (alone) found.set(name, alone);
      }
      expect(differences(found, "asked")).toEqual([]);
      expect([found.size, passing("asked")]).toEqual([32, 31]);
    } finally {
      relay.close();
      await memory.close();
      server.close();
      server.closeAllConnections();
    }
  },
  SCENARIOS_MS,
);

it(
  "finds every scenario as listed with the memory of a project",
  async () => {
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
      expect(differences(found, "memory")).toEqual([]);
      expect([found.size, passing("memory")]).toEqual([32, 6]);
    } finally {
      relay.close();
      await host.close();
      await core.close();
    }
  },
  SCENARIOS_MS,
);
