import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Numbers } from "./numbers.tsx";
import { manifestOf, segmentOf } from "#shared/model/test-manifest.ts";

const manifest = {
  ...manifestOf([
    segmentOf({ id: "files:w/A.md", source: "w/A.md", tokens: 6000 }),
    segmentOf({ id: "message:1", layer: "message", source: "message", tokens: 2000 }),
  ]),
  model: "tiny",
};
const speed = { provider: "lab", model: "tiny", msPerToken: 2, samples: 3, updatedAt: "" };
const lastTurn = {
  run: "r1",
  provider: "lab",
  model: "tiny",
  sent: 8000,
  exact: true,
  read: 8080,
  cached: null,
  readLess: null,
};
const shown = (given: Partial<React.ComponentProps<typeof Numbers>>) =>
  renderToStaticMarkup(
    <Numbers
      manifest={manifest}
      model={null}
      isLocal
      lastTurn={null}
      counted={null}
      speed={null}
      {...given}
    />,
  );

it("tells a local model's seconds as an estimate with its source, and says when they are not known", () => {
  expect(shown({ speed })).toContain("about 16 s, cached 4.0 s");
  expect(shown({ speed })).toContain("Estimated from 3 turns timed on this machine");
  expect(shown({})).toContain("not known before a first turn");
  expect(shown({ speed, isLocal: false })).not.toContain("timed on this machine");
});

it("shows what the server counted before sending as exact, and says why it did not count", () => {
  const count = { tokens: 4321, provider: "Lab" };
  const estimated = { ...manifest, exact: false };
  const exact = shown({ manifest: estimated, counted: { count, problem: null } });
  expect(exact).toContain("Counted by Lab");
  expect(exact).toContain("4,321");
  expect(exact).toContain("Its parts are estimates");
  const failed = shown({ manifest: estimated, counted: { count: null, problem: "Lab does not answer." } });
  expect(failed).toContain("so it is an estimate: Lab does not answer.");
  expect(failed).not.toContain("Counted by Lab");
});

it("puts what the provider read beside our count, and raises the alarm only on the core's word", () => {
  expect(shown({})).toContain("no turn yet");
  expect(shown({ lastTurn })).toContain("8,080, off by 1.0 %");
  const few = { ...lastTurn, read: 5000 };
  expect(shown({ lastTurn: few })).not.toContain("alert");
  const readLess = { sent: 8000, exact: true, read: 5000, fix: "Raise the server’s context length." };
  expect(shown({ lastTurn: { ...few, readLess } })).toContain("Raise the server’s context length.");
});

it("gives the price of reading the prompt again and from the cache, with the catalogue's date", () => {
  const model = {
    id: "far",
    name: "Far",
    provider: "lab",
    window: 128_000,
    windowSource: "catalogue" as const,
    sees: null,
    price: { input: 2.5, output: 10, cachedInput: 0.25 },
    catalogueDate: "2026-11-01",
  };
  // 8,000 tokens at 2.50 a million; 6,000 of them are the prefix, at a tenth of it from the cache.
  const told = shown({ model, isLocal: false });
  expect(told).toContain("2.0 ¢, cached 0.65 ¢");
  expect(told).toContain("Prices of 2026-11-01");
  expect(shown({ model: { ...model, price: null }, isLocal: false })).toContain("no price in the catalogue");
  expect(shown({ model })).not.toContain("¢");
});

it("marks a count that is an estimate", () => {
  expect(shown({})).toContain("exact");
  const estimated = shown({ manifest: { ...manifest, exact: false } });
  expect(estimated).toContain("estimated");
  expect(estimated).not.toContain("exact");
});

it("has only names and values in its list, as screen readers expect", () => {
  const model = {
    id: "far",
    name: "Far",
    provider: "lab",
    window: 128_000,
    windowSource: "catalogue" as const,
    sees: null,
    price: { input: 2.5, output: 10, cachedInput: 0.25 },
    catalogueDate: "2026-11-01",
  };
  for (const told of [shown({ speed }), shown({ model, isLocal: false })]) {
    const list = /<dl[^>]*>(.*)<\/dl>/s.exec(told)?.[1] ?? "";
    expect(list).toMatch(/^(<div><dt>.*?<\/dt><dd>.*?<\/dd><\/div>)+$/s);
    expect(list.match(/<div/g)?.length).toBe(list.match(/<dt/g)?.length);
  }
});
