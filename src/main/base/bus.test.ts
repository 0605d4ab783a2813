import { expect, it } from "vitest";
import { Bus } from "./bus.ts";

type Test = { event: "saved"; path: string } | { event: "closed" };

const open = (parent?: Bus<Test>) => {
  const errors: unknown[] = [];
  const bus = new Bus<Test>({ onError: (error) => errors.push(error), ...(parent && { parent }) });
  return { bus, errors };
};

it("delivers an event to the listeners of its name only", () => {
  const { bus } = open();
  const heard: string[] = [];
  bus.on("saved", ({ path }) => heard.push(path));
  bus.on("closed", () => heard.push("closed"));
  bus.publish({ event: "saved", path: "a.md" });
  expect(heard).toEqual(["a.md"]);
});

it("ends a subscription", () => {
  const { bus } = open();
  const heard: string[] = [];
  const stop = bus.onAny(({ event }) => heard.push(event));
  bus.publish({ event: "closed" });
  stop();
  bus.publish({ event: "closed" });
  expect(heard).toEqual(["closed"]);
});

it("delivers to its own listeners before those of the parent, and never downwards", () => {
  const { bus: parent } = open();
  const { bus: child } = open(parent);
  const heard: string[] = [];
  parent.onAny(({ event }) => heard.push(`parent ${event}`));
  child.onAny(({ event }) => heard.push(`child ${event}`));
  child.publish({ event: "closed" });
  expect(heard).toEqual(["child closed", "parent closed"]);
  parent.publish({ event: "closed" });
  expect(heard).toEqual(["child closed", "parent closed", "parent closed"]);
});

it("reports a listener that throws, and calls the others", () => {
  const { bus, errors } = open();
  const heard: string[] = [];
  const broken = new Error("broken");
  bus.onAny(() => {
    throw broken;
  });
  bus.onAny(({ event }) => heard.push(event));
  bus.publish({ event: "closed" });
  expect(heard).toEqual(["closed"]);
  expect(errors).toEqual([broken]);
});

it("delivers nothing once it is closed, not even to its parent", () => {
  const { bus: parent } = open();
  const { bus: child } = open(parent);
  const heard: string[] = [];
  parent.onAny(({ event }) => heard.push(event));
  child.onAny(({ event }) => heard.push(event));
  child.close();
  child.publish({ event: "closed" });
  expect(heard).toEqual([]);
});
