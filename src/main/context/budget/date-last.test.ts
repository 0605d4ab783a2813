import { expect, it } from "vitest";
import type { Agent } from "#shared/contract/agents.ts";
import { testProfile } from "#shared/model/test-profile.ts";
import { dateLast } from "./date-last.ts";

const system = (id: "soul" | "files" | "system" | "memory") => ({ id, role: "system" as const });
const planned = (systemPromptTemplate: string, order = ["soul", "files", "system", "memory"] as const) =>
  dateLast({
    agent: { systemPromptTemplate } as Agent,
    profile: testProfile({ layers: order.map(system) }),
  });

it("moves the line with the date to the end of the prompt", () => {
  const { values } = planned("You are Juno.\nToday is {{date}}.\n\nAnswer shortly.\n");
  expect(values).toEqual({
    systemPromptTemplate: "You are Juno.\n\nAnswer shortly.\n\nToday is {{date}}.\n",
  });
});

it("moves the prompt behind the files, and leaves memory last", () => {
  const order = ["soul", "system", "files", "memory"] as const;
  const { fields } = planned("Today is {{date}}.", order as never);
  expect(fields).toEqual({ layers: ["soul", "files", "system", "memory"].map((id) => system(id as "soul")) });
});

it("leaves alone what is last already, and what a condition holds", () => {
  expect(planned("You are Juno.\nToday is {{date}}.\n")).toEqual({ values: {}, fields: {} });
  expect(planned("{{#if user.name}}\nToday is {{date}}.\n{{/if}}\nMore.").values).toEqual({});
  expect(planned("{{#if x}}Today is {{date}}.{{/if}}\nMore.").values).toEqual({});
});
