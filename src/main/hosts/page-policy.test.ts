import { expect, it } from "vitest";
import { diagramPolicy, contentSecurityPolicy } from "./page-policy.ts";

it("lets the page load nothing that does not ship with the app", () => {
  const directives = Object.fromEntries(
    contentSecurityPolicy(["ws://127.0.0.1:1"])
      .split("; ")
      .map((each) => [each.split(" ", 1)[0] ?? "", each.split(" ").slice(1)]),
  );
  expect(directives["default-src"]).toEqual(["'none'"]);
  expect(directives["script-src"]).toEqual(["'self'"]);
  expect(directives["img-src"]).toEqual(["'self'", "data:", "blob:"]);
  expect(directives["connect-src"]).toEqual(["'self'", "ws://127.0.0.1:1"]);
  for (const name of ["object-src", "base-uri", "form-action", "frame-ancestors"]) {
    expect(directives[name]).toEqual(["'none'"]);
  }
  // Nothing may come from a scheme or a host of the network.
  const sources = Object.values(directives).flat();
  expect(sources.filter((source) => /^\*|https?:|\*\./.test(source))).toEqual([]);
});

it("gives the frame that draws diagrams no origin and no network", () => {
  const rules = diagramPolicy.split("; ");
  expect(rules).toContain("default-src 'none'");
  expect(rules).toContain("sandbox allow-scripts");
});
