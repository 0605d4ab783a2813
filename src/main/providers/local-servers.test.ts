import { expect, it } from "vitest";
import { scripts } from "../../../e2e/wire-server/script.ts";
import { startWireServer } from "../../../e2e/wire-server/start-wire-server.ts";
import { systemClock } from "../base/clock.ts";
import { isLoopback } from "./is-loopback.ts";
import { findLocalServers, type UsualServer, usualServers } from "./local-servers.ts";
import { createRequestLog } from "./request-log.ts";

const signal = new AbortController().signal;

it("finds the running servers, with their models, and skips the others", async () => {
  const wire = await startWireServer(scripts.normal, { models: ["qwen3:8b"] });
  const moved: readonly UsualServer[] = usualServers.map((usual) =>
    usual.name === "LM Studio" || usual.baseUrl.includes(":9931")
      ? { ...usual, baseUrl: "http://127.0.0.1:9/v1" }
      : { ...usual, baseUrl: `${wire.origin}${usual.kind === "ollama" ? "" : "/v1"}` },
  );
  const log = createRequestLog(systemClock);
  expect(await findLocalServers(log, signal, moved, 10_000)).toEqual([
    { kind: "ollama", name: "Ollama", baseUrl: wire.origin, models: ["qwen3:8b"] },
    { kind: "openai-compatible", name: "llama.cpp", baseUrl: `${wire.origin}/v1`, models: ["qwen3:8b"] },
  ]);
  expect(log.entries().map(({ purpose }) => purpose)).toEqual([
    "discover",
    "discover",
    "discover",
    "discover",
  ]);
  await wire.close();
});

it("looks for llama.cpp on the port it has and on the one it announced", () => {
  const ports = usualServers
    .filter(({ name }) => name === "llama.cpp")
    .map(({ baseUrl }) => new URL(baseUrl).port);
  expect(ports).toEqual(["8080", "9931"]);
});

it("only looks on this machine", () => {
  expect(usualServers.filter(({ baseUrl }) => !isLoopback(baseUrl))).toEqual([]);
});
