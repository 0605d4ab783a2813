import { afterEach, expect, it } from "vitest";
import { connectRemoteCore } from "./remote-core.ts";
import { startTestHost, type TestHost } from "./web/test-host.ts";

let host: TestHost | null = null;
afterEach(async () => {
  await host?.close();
  host = null;
});

it("uses the core of a server by the address that it prints", async () => {
  host = await startTestHost(async (method) => ({ ok: true, value: method }));
  const core = connectRemoteCore(host.url);
  expect(await core.request("app.info", {})).toEqual({ ok: true, value: "app.info" });
  const event = new Promise((heard) => core.listen(heard));
  host.emit({ event: "project.opened", folder: "x" });
  expect(await event).toEqual({ event: "project.opened", folder: "x" });
  core.close();
});

it("reports a refusal when the token or the address is wrong", async () => {
  host = await startTestHost();
  for (const address of [`ws://127.0.0.1:${host.port}#wrong`, `ws://localhost:${host.port}#${host.token}`]) {
    const core = connectRemoteCore(address);
    expect(await core.request("app.info", {})).toMatchObject({
      ok: false,
      error: { code: "connection-refused" },
    });
    core.close();
  }
});
