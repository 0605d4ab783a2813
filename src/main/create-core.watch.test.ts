import { mkdtempSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Client, createClient } from "#shared/contract/index.ts";
import type { Events } from "#shared/contract/index.ts";
import type { WatchedRequest } from "#shared/model/watched-request.ts";
import { streamLog } from "./base/log.ts";
import { eventually } from "./base/test-eventually.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { rawAsk, type RawServer, rawServer } from "./watch/test-wire.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

const KEY = "sk-planted-0123456789abcdef";
const RULES = [
  "# Rules of the house",
  "",
  "Answer in metric units and in whole sentences.",
  "Weigh the flour before the water is poured in.",
  "Never promise a delivery on a Sunday morning.",
].join("\n");

let core: Core;
let client: Client;
let project: string;
let userData: string;
let upstream: RawServer;
let events: Events[];
let logged: string[];

beforeEach(async () => {
  userData = realpathSync(mkdtempSync(join(tmpdir(), "satchel-watch-")));
  project = temporaryProject({
    "agents.yaml": "agents:\n  - id: juno\n",
    "workspace/AGENTS.md": `${RULES}\n`,
    "workspace/notes/oven.md": "The deck oven needs forty minutes to heat up.\nThe rack oven needs ten.\n",
  });
  [events, logged] = [[], []];
  const ports = { ...testPorts(), log: streamLog((line) => void logged.push(line)) };
  core = createCore(ports, { userData, resources: "resources" }, { checkOutput: true });
  core.on((event) => events.push(event));
  client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  await client.call("project.open", { folder: project });
});
afterEach(async () => {
  await core.close();
  await upstream?.close();
});

const start = async (answer: Parameters<typeof rawServer>[0]): Promise<number> => {
  upstream = await rawServer(answer);
  const { running } = await client.call("watch.start", { upstream: upstream.url });
  return running?.port ?? 0;
};

/** Once it has ended and was taken apart. */
const newest = async (): Promise<WatchedRequest> => {
  let found: WatchedRequest | null = null;
  await eventually(async () => {
    const { requests } = await client.call("watch.state", {});
    const [first] = requests;
    expect(first?.complete).toBe(true);
    found = await client.call("watch.request", { id: first?.id ?? "" });
  });
  if (!found) throw new Error("No request was seen.");
  return found;
};

const post = (port: number, path: string, body: string | Buffer, more: readonly string[] = []): Buffer => {
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "Content-Type: application/json",
    `Authorization: Bearer ${KEY}`,
    "User-Agent: peer/1.2",
    ...more,
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
    "",
    "",
  ];
  return Buffer.concat([Buffer.from(head.join("\r\n")), Buffer.from(body)]);
};

const json = (value: unknown): string => {
  const body = JSON.stringify(value);
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
};

const isAsked = (got: string): boolean => {
  const end = got.indexOf("\r\n\r\n");
  const length = Number(/content-length: (\d+)/i.exec(got)?.[1] ?? 0);
  return end >= 0 && got.length >= end + 4 + length;
};

const never = () => false;

it("is off until it is started, and closes its address when it is stopped", async () => {
  expect(await client.call("watch.state", {})).toEqual({
    running: null,
    requests: [],
    dropped: 0,
    refused: 0,
  });
  const port = await start(() => null);
  await expect(client.call("watch.start", { upstream: upstream.url })).rejects.toMatchObject({
    code: "watch-running",
  });
  expect((await client.call("watch.stop", {})).running).toBeNull();
  expect(await rawAsk(port, post(port, "/v1/messages", "{}"), never).catch(() => null)).toBeNull();
  for (const bad of ["api.openai.com", "ftp://x", "http://user:key@x", "http://x/?key=1", "http://"])
    await expect(client.call("watch.start", { upstream: bad })).rejects.toMatchObject({
      code: "invalid-upstream",
    });
});

const answers = {
  "a stream in pieces": [
    "HTTP/1.1 200 OK\r\nDATE: Tue, 01 Jan 2030 00:00:00 GMT\r\nContent-Type: text/event-stream\r\nX-Request-ID: a\r\nSet-Cookie: one=1\r\nset-cookie: two=2\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
    '1c\r\ndata: {"usage":null,"n":1}\n\n\r\n',
    "e\r\ndata: [DONE]\n\n\r\n",
    "0\r\n\r\n",
  ],
  "an answer without a length, a date or a kind": [
    "HTTP/1.1 200 Fine\r\nconnection: close\r\n\r\nall that comes\xff",
  ],
  "a packed answer": [
    Buffer.concat([
      Buffer.from(
        `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${gzipSync("{}").length}\r\nconnection: close\r\n\r\n`,
      ),
      gzipSync("{}"),
    ]),
  ],
  "a refusal with words of its own": [
    "HTTP/1.1 429 Slow Down Please\r\nRetry-After: 7\r\ncontent-length: 2\r\nconnection: close\r\n\r\nno",
  ],
  "a redirect, which is not followed": [
    "HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1:9/elsewhere\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
  ],
} satisfies Record<string, readonly (string | Buffer)[]>;

it.each(Object.entries(answers))("passes on %s byte for byte, and the request too", async (_, said) => {
  const port = await start((got) => (isAsked(got) ? said : null));
  const asked = post(port, "/v1/chat/completions?beta=true", gzipSync(JSON.stringify({ messages: [] })), [
    "x-Odd-CASE: 1",
    "Accept: a",
    "accept: b",
    "Content-Encoding: gzip",
    "X-Empty:",
  ]);
  const back = await rawAsk(port, asked, never);
  expect(back.toString("latin1")).toBe(
    Buffer.concat(said.map((piece) => Buffer.from(piece as string))).toString("latin1"),
  );
  expect(upstream.got).toHaveLength(1);
  const sent = asked.toString("latin1").replace(`127.0.0.1:${port}`, `127.0.0.1:${upstream.port}`);
  // A name that comes twice stands together and keeps its first writing.
  expect(upstream.got[0]?.toString("latin1")).toBe(
    sent.replace("Accept: a\r\naccept: b", "Accept: a\r\nAccept: b").replace("X-Empty:\r", "X-Empty: \r"),
  );
});

type Recorded = { readonly client: string; readonly asked: string; readonly said: readonly string[] };

/** What the packages `openai` 7.55.0 and `@anthropic-ai/sdk` 1.10.0 sent to a scripted server, and its answers. */
const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, "watch", "recorded-clients.json"), "utf8"),
) as readonly Recorded[];

it.each(recorded)("passes on a recorded conversation of a real client: $client", async ({ asked, said }) => {
  const port = await start((got) =>
    isAsked(got) ? said.map((piece) => Buffer.from(piece, "latin1")) : null,
  );
  const at = (host: number) => Buffer.from(asked.replace("{host}", `127.0.0.1:${host}`), "latin1");
  const back = await rawAsk(port, at(port), (got) => got.length === said.join("").length);
  expect(upstream.got.map((bytes) => bytes.toString("latin1"))).toEqual([
    at(upstream.port).toString("latin1"),
  ]);
  expect(back.toString("latin1")).toBe(said.join(""));
  expect(await newest()).toMatchObject({
    status: 200,
    outcome: "finished",
    client: expect.stringMatching(/\/JS /) as string,
  });
});

it("passes on a request in chunks and one without a body as they are", async () => {
  const port = await start((got) => (got.endsWith("0\r\n\r\n") || got.startsWith("GET") ? json({}) : null));
  const head = (line: string) => `${line} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
  const asked = [
    `${head("POST /v1/responses")}Transfer-Encoding: chunked\r\n\r\n`,
    "5\r\nhello\r\n",
    "0\r\n\r\n",
  ];
  await rawAsk(port, asked, (got) => got.endsWith("{}"));
  await rawAsk(port, `${head("GET /v1/models")}\r\n`, (got) => got.endsWith("{}"));
  const at = (text: string) => text.replace(`127.0.0.1:${port}`, `127.0.0.1:${upstream.port}`);
  expect(upstream.got.map(String)).toEqual([at(asked.join("")), at(`${head("GET /v1/models")}\r\n`)]);
});

it("shows the parts of a request with their files and lines, what is billed, and where the cache broke", async () => {
  const port = await start((got) =>
    isAsked(got)
      ? json({
          usage: {
            input_tokens: 40,
            cache_read_input_tokens: 60,
            cache_creation_input_tokens: 100,
            output_tokens: 10,
          },
        })
      : null,
  );
  const body = (day: string, more: readonly object[]) =>
    JSON.stringify({
      model: "claude-sonnet-4-5",
      tools: [{ name: "Read", description: "Reads a file.", input_schema: { type: "object" } }],
      system: [
        {
          type: "text",
          text: `You are a careful helper.\nToday is ${day}.`,
          cache_control: { type: "ephemeral" },
        },
        { type: "text", text: `<file>\n${RULES}\n</file>` },
      ],
      messages: [{ role: "user", content: "How long does the oven need?" }, ...more],
    });
  await rawAsk(port, post(port, "/v1/messages?beta=true", body("Monday", [])), never);
  const first = await newest();
  expect(first).toMatchObject({
    client: "peer/1.2",
    format: "anthropic-messages",
    path: "/v1/messages",
    model: "claude-sonnet-4-5",
    status: 200,
    outcome: "finished",
    local: true,
    cost: null,
    usage: { input: 200, cached: 60, cacheWritten: 100, output: 10 },
    common: null,
  });
  expect(first.parts.map(({ kind, layer, origin }) => [kind, layer, origin])).toEqual([
    ["tool", "tools", "outside"],
    ["system", "system", "outside"],
    ["system", "files", "you"],
    ["user", "message", "you"],
  ]);
  expect(first.parts[2]?.places).toEqual([{ path: "workspace/AGENTS.md", line: 1, lastLine: 5, at: 2 }]);
  expect(first.tokens).toBe(first.parts.reduce((sum, { tokens }) => sum + tokens, 0));

  const later = [
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "t", name: "Read", input: { path: "notes/oven.md" } }],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "t",
          content: "     1→The deck oven needs forty minutes to heat up.\n     2→The rack oven needs ten.",
        },
      ],
    },
  ];
  await rawAsk(port, post(port, "/v1/messages", body("Tuesday", later)), never);
  const second = await newest();
  expect(second.common).toMatchObject({
    against: first.id,
    parts: 1,
    broken: { part: 1, line: 2, before: "Today is Monday.", now: "Today is Tuesday." },
    gone: [],
  });
  expect(second.parts.map(({ kind, change }) => [kind, change])).toEqual([
    ["tool", "same"],
    ["system", "changed"],
    ["system", "same"],
    ["user", "same"],
    ["call", "new"],
    ["result", "new"],
  ]);
  expect(second.parts[5]).toMatchObject({
    origin: "tool",
    places: [{ path: "workspace/notes/oven.md", line: 1, lastLine: 2, at: 1 }],
  });
  await rawAsk(
    port,
    post(port, "/v1/messages", body("Tuesday", [...later, { role: "user", content: "Thanks." }])),
    never,
  );
  expect((await newest()).common).toMatchObject({ parts: 6, broken: null });
  expect((await client.call("watch.part", { id: first.id, index: 1 })).text).toBe(
    "You are a careful helper.\nToday is Monday.",
  );
});

const openai = [
  {
    path: "/v1/chat/completions",
    body: {
      model: "gpt-4o-mini",
      messages: [
        { role: "system", content: "Be brief." },
        {
          role: "user",
          content: [
            { type: "text", text: "Look" },
            { type: "image_url", image_url: { url: "data:" } },
          ],
        },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "c", function: { name: "look", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "c", content: "Nothing there." },
      ],
      tools: [{ type: "function", function: { name: "look", parameters: {} } }],
    },
    stream:
      'data: {"choices":[{"delta":{"content":"no"}}],"usage":null}\n\ndata: {"choices":[],"usage":{"prompt_tokens":50,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":20},"cost":0.25}}\n\ndata: [DONE]\n\n',
    cost: { dollars: 0.25, from: "answer" },
  },
  {
    path: "/v1/responses",
    body: {
      model: "gpt-4o-mini",
      instructions: "Be brief.",
      input: [
        {
          type: "message",
          role: "user",
          content: [{ type: "input_text", text: "Look" }, { type: "input_image" }],
        },
        { type: "function_call", name: "look", arguments: "{}", call_id: "c" },
        { type: "function_call_output", call_id: "c", output: "Nothing there." },
      ],
      tools: [{ type: "function", name: "look", parameters: {} }],
    },
    stream:
      'event: response.completed\ndata: {"type":"response.completed","response":{"usage":{"input_tokens":50,"output_tokens":5,"input_tokens_details":{"cached_tokens":20}}}}\n\n',
    cost: null,
  },
];

it.each(openai)(
  "reads requests and streams of $path, packed ones too",
  async ({ path, body, stream, cost }) => {
    const packed = gzipSync(stream);
    const head = `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\nconnection: close\r\n\r\n`;
    const port = await start((got) => (isAsked(got) ? Buffer.concat([Buffer.from(head), packed]) : null));
    const asked = zstdCompressSync(JSON.stringify(body));
    await rawAsk(port, post(port, path, asked, ["content-encoding: zstd"]), never);
    const seen = await newest();
    expect(seen.parts.map(({ kind, title }) => [kind, title])).toEqual([
      ["tool", "look"],
      ["system", "Be brief."],
      ["user", "Look"],
      ["picture", "Picture or file"],
      ["call", "look"],
      ["result", "Nothing there."],
    ]);
    expect(seen).toMatchObject({ usage: { input: 50, cached: 20, output: 5 }, cost });
  },
);

it("stores a key nowhere: not on disk, not in events, logs or what is shown", async () => {
  const port = await start((got) => (isAsked(got) ? json({ error: KEY }) : null));
  const body = JSON.stringify({
    model: "m",
    messages: [{ role: "user", content: `API_KEY=${KEY} in .env` }],
  });
  await rawAsk(port, post(port, `/v1/chat/completions?key=${KEY}`, body), never);
  const seen = await newest();
  await rawAsk(port, post(port, `/v1/${KEY}/models`, body), never);
  await client.call("watch.state", {});
  await client.call("watch.stop", {});
  expect(upstream.got[0]?.toString()).toContain(KEY);
  const shown = await client.call("watch.part", { id: seen.id, index: 0 });
  expect(shown.text).toBe("API_KEY=[key] in .env");
  const state = await client.call("watch.state", {});
  await core.close();
  const said = JSON.stringify([seen, state, events, logged]);
  expect(said).not.toContain("sk-planted");
  const files = [userData, project].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const bytes = readFileSync(file);
    expect([file, bytes.includes("sk-planted"), bytes.includes("in .env")]).toEqual([file, false, false]);
  }
});

it("answers no page and no other name, and passes nothing of it on", async () => {
  const port = await start(() => json({}));
  const ask = (lines: readonly string[]) =>
    rawAsk(port, `${lines.join("\r\n")}\r\n\r\n`, (got) => got.includes("}\n"));
  const own = `Host: 127.0.0.1:${port}`;
  const status = async (...lines: string[]) => (await ask(lines)).toString().split(" ")[1];
  expect(await status("GET /v1/models HTTP/1.1", `Host: evil.example:${port}`)).toBe("403");
  expect(await status("GET /v1/models HTTP/1.1", own, "Origin: https://evil.example")).toBe("403");
  expect(await status("GET /v1/models HTTP/1.1", own, `Origin: http://127.0.0.1:${port}`)).toBe("403");
  expect(await status("GET /v1/models HTTP/1.1", own, "Sec-Fetch-Site: cross-site")).toBe("403");
  expect(await status("GET http://127.0.0.1:9/ HTTP/1.1", own)).toBe("400");
  expect(await status("GET /v1/x HTTP/1.1", own, "Connection: upgrade", "Upgrade: websocket")).toBe("501");
  expect(await rawAsk(port, `CONNECT 127.0.0.1:9 HTTP/1.1\r\n${own}\r\n\r\n`, never)).toHaveLength(0);
  expect(upstream.got).toEqual([]);
  expect((await client.call("watch.state", {})).refused).toBe(5);
});

it("ends with the folder", async () => {
  const port = await start(() => json({}));
  await client.call("project.close", {});
  expect(await rawAsk(port, post(port, "/v1/messages", "{}"), never).catch(() => null)).toBeNull();
});

it("keeps the last fifty requests and says how many it dropped", async () => {
  const server = createHttpServer((request, response) => {
    request.resume().on("end", () => response.end('{"usage":{"prompt_tokens":1}}'));
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  const address = server.address();
  const at = typeof address === "object" && address ? address.port : 0;
  const { running } = await client.call("watch.start", { upstream: `http://127.0.0.1:${at}` });
  for (let sent = 0; sent < 55; sent += 1) {
    const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: `Question ${sent}` }] });
    const answer = await fetch(`${running?.address}/v1/chat/completions`, { method: "POST", body });
    await answer.text();
  }
  const state = await client.call("watch.state", {});
  expect([state.requests.length, state.dropped]).toEqual([50, 5]);
  expect((await client.call("watch.clear", {})).requests).toEqual([]);
  await client.call("watch.stop", {});
  server.close();
  upstream = await rawServer(() => null);
});
