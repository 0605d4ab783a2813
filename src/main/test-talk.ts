import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { TurnEnd } from "#shared/contract/chat.ts";
import { type Client, createClient, type Events } from "#shared/contract/index.ts";
import { scripts, type WireScript } from "../../e2e/wire-server/script.ts";
import { startWireServer, type WireServer } from "../../e2e/wire-server/start-wire-server.ts";
import { type Core, createCore } from "./create-core.ts";
import type { Ports } from "./ports/ports.ts";
import { testPorts } from "./ports/test-ports.ts";
import { put, temporaryProject } from "./workspace/test-workspace.ts";

/** The path below a server's address, by its format. */
export const kinds = {
  ollama: "",
  "openai-compatible": "/v1",
  openai: "/v1",
  anthropic: "/v1",
} as const;
export type Kind = keyof typeof kinds;

/** For each test a model server with scripted answers, a small project, and the events of the core. */
export class Talk {
  server!: WireServer;
  core!: Core;
  client!: Client;
  project!: string;
  events: Events[] = [];
  readonly #ports: Partial<Ports>;

  constructor(ports: Partial<Ports> = {}) {
    this.#ports = ports;
  }

  /** A core with one agent on the model server, and a session with it. */
  readonly begin = async (kind: Kind = "openai-compatible", agent = ""): Promise<string> => {
    put(this.project, {
      "agents.yaml": `agents:\n  - id: juno\n    provider: lab\n    model: tiny\n    maxContextTokens: 8192\n    maxOutputTokens: 512\n${agent}`,
    });
    const userData = mkdtempSync(join(tmpdir(), "satchel-chat-"));
    this.core = createCore(
      testPorts({ vault: memoryVault(), ...this.#ports }),
      { userData, resources: "resources" },
      { checkOutput: true },
    );
    this.core.on((event) => this.events.push(event));
    this.client = createClient({
      request: this.core.dispatch,
      listen: (listener) => this.core.on(listener),
    });
    await this.client.call("project.open", { folder: this.project });
    await this.client.call("providers.save", {
      id: "lab",
      kind,
      name: "Lab",
      baseUrl: `${this.server.origin}${kinds[kind]}`,
      apiKey: "k-1",
    });
    const { session } = await this.client.call("sessions.create", {});
    return session.id;
  };

  readonly send = (session: string, text: string, script: WireScript): Promise<TurnEnd> => {
    this.server.play(script);
    return this.client.call("chat.send", { session, text });
  };
}

export const useTalk = (ports: Partial<Ports> = {}): Talk => {
  const talk = new Talk(ports);
  beforeEach(async () => {
    talk.server = await startWireServer(scripts.normal, { models: ["tiny"], trained: 32_768 });
    talk.project = temporaryProject({
      "SOUL.md": "Be kind.",
      "workspace/AGENTS.md": "# How Juno works\n\nAnswer briefly.",
      "workspace/HOURS.md": "The shop opens at 07:00.",
      "workspace/knowledge/oven.md": "The oven is hot.",
    });
    talk.events = [];
  });
  afterEach(async () => {
    await (talk.core as Core | undefined)?.close();
    await talk.server.close();
  });
  return talk;
};

/** What was said in a turn, one line each. */
export const said = (end: TurnEnd): readonly string[] =>
  end.entries.map((entry) => {
    if (entry.type === "message") return `${entry.role}: ${entry.content}`;
    return entry.type === "tool_use" ? `calls ${entry.name}` : entry.type;
  });

const memoryVault = () => {
  const keys = new Map<string, string>();
  return {
    kind: "file" as const,
    get: async (name: string) => keys.get(name) ?? null,
    set: async (name: string, value: string) => void keys.set(name, value),
    remove: async (name: string) => void keys.delete(name),
  };
};
