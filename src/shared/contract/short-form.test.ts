import { expect, it } from "vitest";
import { agentsRoutes } from "./agents.ts";
import { profilesRoutes } from "./profiles.ts";
import { workspaceRoutes } from "./workspace.ts";

it("profiles.save accepts a profile, or its fields as the input", () => {
  const { input } = profilesRoutes["profiles.save"];
  const profile = { id: "tiny", from: "layered", perFile: 10 };
  expect(input.parse({ profile })).toEqual({ profile });
  expect(input.parse(profile)).toEqual({ profile });
  expect(input.safeParse({}).success).toBe(false);
});

it("agents.save accepts values, or an agent with them", () => {
  const { input } = agentsRoutes["agents.save"];
  const whole = { id: "juno", values: { domain: "bread" } };
  expect(input.parse(whole)).toEqual(whole);
  expect(input.parse({ id: "juno", domain: "bread" })).toEqual(whole);
  expect(input.parse({ agent: { id: "juno", domain: "bread" } })).toEqual(whole);
  expect(input.safeParse({ domain: "bread" }).success).toBe(false);
});

it("workspace.rename accepts `path` for `from`", () => {
  const { input } = workspaceRoutes["workspace.rename"];
  expect(input.parse({ path: "a.md", to: "b.md" })).toEqual({ root: "workspace", from: "a.md", to: "b.md" });
  expect(input.safeParse({ to: "b.md" }).success).toBe(false);
});
