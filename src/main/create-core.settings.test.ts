import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Events } from "#shared/contract/index.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";

let core: Core;
const temp = () => mkdtempSync(join(tmpdir(), "satchel-"));
beforeEach(() => {
  core = createCore(testPorts(), { userData: temp(), resources: "resources" }, { checkOutput: true });
});
afterEach(() => core.close());

it("has the person's settings without a project, and the project's with one", async () => {
  expect(await core.dispatch("settings.get", {})).toMatchObject({ ok: true, value: { project: null } });
  expect(await core.dispatch("settings.set", { project: { name: "x" } })).toMatchObject({
    error: { code: "no-project" },
  });
  await core.dispatch("project.open", { folder: temp() });
  expect(await core.dispatch("settings.set", { project: { name: "Bakery" } })).toMatchObject({
    value: { project: { name: "Bakery" } },
  });
});

it("changes neither when one of both is refused", async () => {
  await core.dispatch("project.open", { folder: temp() });
  const before = await core.dispatch("settings.get", {});
  const wrongProject = { user: { theme: "dark" }, project: { runsMaxBytes: -1 } };
  const wrongUser = { user: { theme: "purple" }, project: { name: "x" } };
  for (const input of [wrongProject, wrongUser]) {
    expect(await core.dispatch("settings.set", input)).toMatchObject({ error: { code: "invalid-settings" } });
    expect(await core.dispatch("settings.get", {})).toEqual(before);
  }
});

it("refuses a proxy or certificates that cannot work, and keeps what was there", async () => {
  for (const network of [{ proxy: "proxy:3128" }, { extraCertificates: "/no/such.pem" }]) {
    expect(await core.dispatch("settings.set", { user: { network } })).toMatchObject({
      error: { code: expect.stringMatching(/^(invalid-proxy|certificates-unreadable)$/) },
    });
    expect(await core.dispatch("settings.get", {})).toMatchObject({
      value: { user: { network: { proxy: "", extraCertificates: "" } } },
    });
  }
});

it("tells every window what changed", async () => {
  const heard: Events[] = [];
  core.on((event) => heard.push(event));
  await core.dispatch("settings.set", { user: { theme: "dark" } });
  expect(heard).toMatchObject([{ event: "settings.changed", user: { theme: "dark" }, project: null }]);
});

it("refuses __proto__ as a setting, at any depth", async () => {
  for (const text of ['{"user":{"__proto__":{"zoom":3}}}', '{"user":{"overlays":{"__proto__":"/x"}}}']) {
    expect(await core.dispatch("settings.set", JSON.parse(text))).toMatchObject({
      error: { code: "invalid-input" },
    });
  }
});
