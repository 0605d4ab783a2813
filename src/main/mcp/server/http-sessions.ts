import { randomUUID } from "node:crypto";
import { type McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { refusal } from "./refusal.ts";

type Session = {
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
};

/** Programs that are connected. The one that was silent longest makes room; it introduces itself again. */
export const MAX_SESSIONS = 32;

/** Programs that introduced themselves, each with a server of its own, until they leave. */
export class HttpSessions {
  readonly #make: () => McpServer;
  readonly #maxMessageBytes: number;
  /** The one that was silent longest comes first. */
  readonly #sessions = new Map<string, Session>();

  constructor(make: () => McpServer, maxMessageBytes: number) {
    this.#make = make;
    this.#maxMessageBytes = maxMessageBytes;
  }

  /** For the request with which a program introduces itself. */
  async open(request: Request): Promise<Response> {
    const server = this.#make();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => this.#add(id, { server, transport }),
      onsessionclosed: (id) => void this.#sessions.delete(id),
      maxRequestBodySize: this.#maxMessageBytes,
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    // What is wrong with the request is in the answer; no program is connected.
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  async answer(id: string, request: Request): Promise<Response> {
    const session = this.#sessions.get(id);
    if (!session) return refusal(404, "This session has ended. Introduce yourself again.");
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session.transport.handleRequest(request);
  }

  async close(): Promise<void> {
    const open = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(open.map(({ server }) => server.close()));
  }

  #add(id: string, session: Session): void {
    this.#sessions.set(id, session);
    for (const [oldest, { server }] of [...this.#sessions].slice(0, -MAX_SESSIONS)) {
      this.#sessions.delete(oldest);
      void server.close();
    }
  }
}
