import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { answerAsset } from "./asset-protocol.ts";

vi.mock("electron", () => import("./stand-in-electron.ts"));

let root: string;
beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), "satchel-assets-"));
  root = join(home, "renderer");
  mkdirSync(join(root, "assets"), { recursive: true });
  writeFileSync(join(home, "secret.js"), "secret");
  writeFileSync(join(root, "index.html"), "<p>page</p>");
  writeFileSync(join(root, "assets", "app.js"), "1");
  symlinkSync(join(home, "secret.js"), join(root, "link.js"));
});

const get = (path: string, method = "GET") =>
  answerAsset(root, new Request(`satchel://app${path}`, { method }));

it("serves the page and its files with their types", async () => {
  const page = await get("/index.html");
  expect(await page.text()).toBe("<p>page</p>");
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect((await get("/")).status).toBe(200);
  expect((await get("/assets/app.js")).headers.get("content-type")).toContain("text/javascript");
});

it("allows scripts from the app only and no other connections", async () => {
  const policy = (await get("/index.html")).headers.get("content-security-policy") ?? "";
  const rules = new Map(policy.split("; ").map((rule) => [rule.split(" ")[0], rule]));
  expect(rules.get("default-src")).toBe("default-src 'none'");
  expect(rules.get("script-src")).toBe("script-src 'self'");
  expect(rules.get("connect-src")).toBe("connect-src 'self'");
  expect(rules.get("frame-ancestors")).toBe("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe-eval");
});

it.each([
  "/..%2fsecret.js",
  "/%2e%2e/secret.js",
  "/assets/..%2f..%2fsecret.js",
  "/..%5csecret.js",
  "/link.js",
])("serves nothing outside its folder: %s", async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toBe("");
});

it("refuses a different host, a different method, a folder and a path that does not decode", async () => {
  expect((await answerAsset(root, new Request("satchel://other/index.html"))).status).toBe(404);
  expect((await get("/index.html", "POST")).status).toBe(405);
  expect((await get("/assets")).status).toBe(404);
  expect((await get("/%ff")).status).toBe(404);
});

it("gives the frame that draws diagrams its own policy, and its scripts to no origin", async () => {
  writeFileSync(join(root, "diagram.html"), "<p>frame</p>");
  const policy = (await get("/diagram.html")).headers.get("content-security-policy") ?? "";
  expect(policy).toContain("sandbox allow-scripts");
  expect(policy).not.toContain("connect-src");
  const script = (headers: Record<string, string>) =>
    answerAsset(root, new Request("satchel://app/assets/app.js", { headers }));
  expect((await script({ origin: "null" })).headers.get("access-control-allow-origin")).toBe("null");
  expect((await script({})).headers.get("access-control-allow-origin")).toBeNull();
});
