import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeSmallModel } from "../../../e2e/model-file/small-model.ts";
import { systemClock } from "../../../src/main/base/clock.ts";
import { connect, type ListedTool } from "../../../src/main/mcp/client/connection.ts";
import { ServerLog } from "../../../src/main/mcp/client/server-log.ts";
import { readGgufHeader } from "../../../src/main/providers/local/gguf-header.ts";
import type { RequestLog } from "../../../src/main/providers/request-log.ts";
import { promise, type Target } from "../target.ts";

/** Longer than an answer that is there takes; most broken ones are never taken for an answer. */
const WAIT_MS = 40;

const INITIALIZED = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: "odd", version: "1" },
};

/** A tool server that begins as it should; all later answers are this text. */
const toolServer = (text: string): RequestLog => ({
  entries: () => [],
  fetchFor: () => async (_, init) => {
    if (init?.method !== "POST") return new Response(null, { status: 405 });
    const asked = JSON.parse(typeof init.body === "string" ? init.body : "{}") as {
      id?: unknown;
      method?: string;
    };
    if (asked.id === undefined) return new Response(null, { status: 202 });
    const isFirst = asked.method === "initialize";
    const body = isFirst ? JSON.stringify({ jsonrpc: "2.0", id: asked.id, result: INITIALIZED }) : text;
    const type = isFirst || text.length % 2 === 0 ? "application/json" : "text/event-stream";
    return new Response(body, { status: 200, headers: { "content-type": type } });
  },
});

const TOOLS = '{"tools":[{"name":"a","description":"d","inputSchema":{"type":"object"}}]}';
const RESULT = '{"content":[{"type":"text","text":"x"}]}';
const answer = (id: number, result: string) => `{"jsonrpc":"2.0","id":${id},"result":${result}}`;

const mcpFrames: Target = {
  name: "mcp-frames",
  words: [
    "{",
    "}",
    "[",
    "]",
    '"',
    ",",
    "data: ",
    "event: message\n",
    "\n\n",
    '"jsonrpc":"2.0",',
    '"id":1,',
    '"id":2,',
    '"result":',
    '"error":{"code":-32600,"message":"no"}',
    '"method":"roots/list"',
    '"method":"notifications/tools/list_changed"',
    '"__proto__":{"a":1}',
    '"nextCursor":"x"',
    '{"type":"image","data":"AA","mimeType":"a/b"}',
    '{"type":"resource","resource":{"uri":"a","text":"b"}}',
    TOOLS,
    RESULT,
    answer(1, TOOLS),
    answer(2, RESULT),
  ],
  examples: [
    answer(1, TOOLS),
    `[${answer(1, TOOLS)},${answer(2, RESULT)}]`,
    `event: message\ndata: ${answer(1, TOOLS)}\n\nevent: message\ndata: ${answer(2, RESULT)}\n\n`,
  ],
  run: async (text) => {
    let listed: readonly ListedTool[] = [];
    const connection = await connect({
      id: "odd",
      settings: {
        args: [],
        url: "http://127.0.0.1:1/mcp",
        secrets: [],
        enabled: true,
        offFor: {},
        keep: [],
        asks: true,
      },
      secrets: {},
      version: "0",
      log: new ServerLog(systemClock),
      requests: toolServer(text),
      root: () => null,
      onTools: (tools) => (listed = tools),
      onEnd: () => {},
      asks: null,
      startMs: WAIT_MS,
      callMs: WAIT_MS,
    });
    try {
      promise(
        listed.every(({ name }) => /^mcp__odd__[\w-]*$/.test(name) && name.length <= 64),
        "a tool has a name that no server accepts",
      );
      promise(new Set(listed.map(({ name }) => name)).size === listed.length, "two tools have one name");
      const said = await connection.call("a", {}, new AbortController().signal, null);
      promise(typeof said === "string" && said.length < 1_100_000, "a result without a limit");
    } finally {
      await connection.close();
    }
  },
};

const smallModel = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-fuzz-"));
  try {
    writeSmallModel(join(folder, "small.gguf"), { window: 2048, name: "Small" });
    // The header and some of what follows it.
    return readFileSync(join(folder, "small.gguf")).subarray(0, 60_000).toString("latin1");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const GGUF = ["GGUF", "\x03\0\0\0", "\x02\0\0\0", "\0\0\0\0", "\x01\0\0\0\0\0\0\0", "\xFF\xFF\xFF\xFF"];
const gguf: Target = {
  name: "gguf-headers",
  bytes: true,
  words: [
    ...GGUF,
    "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F",
    "\x08\0\0\0",
    "\x09\0\0\0",
    "general.architecture",
    "llama.context_length",
    "tokenizer.ggml.tokens",
    "__proto__",
    `${GGUF.slice(0, 2).join("")}\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0`,
  ],
  examples: [smallModel()],
  run: async (text) => {
    const folder = mkdtempSync(join(tmpdir(), "satchel-fuzz-"));
    try {
      const path = join(folder, "m.gguf");
      writeFileSync(path, Buffer.from(text, "latin1"));
      const { parameters, trainedWindow, bytesPerToken, parts } = await readGgufHeader(path);
      for (const number of [parameters, trainedWindow ?? 0, bytesPerToken, parts]) {
        promise(Number.isFinite(number) && number >= 0, `a header with the number ${number}`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export const serverTargets: readonly Target[] = [mcpFrames, gguf];
