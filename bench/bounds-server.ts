import { createServer, type ServerResponse } from "node:http";

/** A model server that does not behave, in a process of its own; the model's name says how. Prints its port. */
const MEGABYTE = 1024 * 1024;

const delta = (text: string) =>
  `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: { content: text } }] })}\n\n`;
const finish = (reason: string) =>
  `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: {}, finish_reason: reason }] })}\n\ndata: [DONE]\n\n`;

/** As fast as the other side reads. */
const pour = async (response: ServerResponse, chunk: string, bytes: number): Promise<void> => {
  for (let sent = 0; sent < bytes && !response.destroyed; sent += chunk.length) {
    if (!response.write(chunk)) {
      await new Promise<void>((resolve) => {
        response.once("drain", resolve);
        response.once("close", resolve);
      });
    }
  }
};

const behaviours = new Map<string, (response: ServerResponse, hasResults: boolean) => Promise<void>>([
  [
    "endless-line",
    async (response) => {
      response.write('data: {"choices":[{"index":0,"delta":{"content":"');
      await pour(response, "a".repeat(64 * 1024), 300 * MEGABYTE);
    },
  ],
  [
    "stream-of-100-mb",
    async (response) => {
      await pour(response, delta("crumb ".repeat(200)), 100 * MEGABYTE);
      response.write(finish("stop"));
    },
  ],
  [
    "fifty-calls",
    async (response, hasResults) => {
      const calls = Array.from({ length: 50 }, (_, index) => ({
        index,
        id: `c${index}`,
        type: "function",
        function: { name: "list_files", arguments: "{}" },
      }));
      if (!hasResults) {
        response.write(
          `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: { tool_calls: calls } }] })}\n\n${finish("tool_calls")}`,
        );
      } else response.write(delta("Done.") + finish("stop"));
    },
  ],
  [
    "slow",
    async (response) => {
      for (let n = 0; n < 40 && !response.destroyed; n += 1) {
        response.write(delta("slow "));
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      response.write(finish("stop"));
    },
  ],
]);

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
  request.on("end", () => {
    if (request.method === "GET") {
      response.end(JSON.stringify({ data: [...behaviours.keys()].map((id) => ({ id })) }));
      return;
    }
    const { model = "", messages = [] } = JSON.parse(body) as {
      model?: string;
      messages?: { role: string }[];
    };
    response.writeHead(200, { "content-type": "text/event-stream" });
    void behaviours
      .get(model)?.(response, messages.at(-1)?.role === "tool")
      .finally(() => response.end());
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(typeof address === "object" ? address?.port : "");
});
process.stdin.on("end", () => process.exit(0)).resume();
