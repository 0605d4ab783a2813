import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Agent } from "#shared/contract/agents.ts";
import { MemorySwitches } from "./memory-switches.tsx";

const agent = {
  displayName: "Juno",
  scope: "main",
  memory: { enabled: true, extract: true },
} as unknown as Agent;
const shown = (isRestricted: boolean) =>
  renderToStaticMarkup(<MemorySwitches agent={agent} isRestricted={isRestricted} onSwitch={() => {}} />);

it("says that nothing is learned in a restricted folder, and offers the switch in a trusted one", () => {
  expect(shown(true)).toContain("Juno learns nothing from turns");
  expect(shown(true)).not.toContain("<input");
  expect(shown(false)).toContain("<input");
});
