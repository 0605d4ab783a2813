import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testPorts } from "../../../ports/test-ports.ts";
import { createRequestLog } from "../../../providers/request-log.ts";
import { openUserSettings } from "../../../settings/open-settings.ts";
import { McpServers } from "../mcp-servers.ts";

/**
 * The client that `@modelcontextprotocol/conformance` tests: Satchel's own, with a user who fills in every form as it
 * is shown. Connects to the address that it is given, calls every tool once, and ends.
 */
const [url = ""] = process.argv.slice(2);
const ports = testPorts();

/** Values of the kind that the schema of a tool asks for. */
const argumentsFor = (schema: unknown): Record<string, unknown> => {
  const { properties = {} } = schema as { properties?: Record<string, { readonly type?: string }> };
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type }], index) => [
      name,
      type === "number" || type === "integer" ? index + 3 : type === "boolean" ? true : "hello",
    ]),
  );
};

const servers = new McpServers({
  settings: openUserSettings(mkdtempSync(join(tmpdir(), "satchel-conformance-")), ports),
  vault: null,
  requests: createRequestLog(ports.clock),
  clock: ports.clock,
  ids: ports.ids,
  version: "1",
  root: () => tmpdir(),
  onChange: () => {},
  sample: () => Promise.reject(new Error("No scenario asks for a model.")),
  onAsked: ([question]) => {
    if (question?.kind !== "form") return;
    const values = question.fields.flatMap(({ name, initial: value }) =>
      value === null ? [] : [{ name, value }],
    );
    // The question is over when its answer is given, which is reported here, too.
    setImmediate(() => void servers.answer({ id: question.id, action: "accept", values, never: false }));
  },
});

try {
  await servers.save({ id: "tested", url, args: [], enabled: true });
  const [server] = servers.list(null);
  if (server?.state !== "ready") throw new Error(server?.problem ?? "The server is not ready.");
  for (const { tool, parameters } of server.tools)
    console.log(
      tool,
      await servers.call("tested", tool, argumentsFor(parameters), AbortSignal.timeout(25_000)),
    );
} finally {
  await servers.close();
}
