import type { ReceivedRequest } from "./start-wire-server.ts";

/**
 * What the wire server answers, independent of the format. Each request takes the next reply; the last one
 * repeats.
 */
export type WireUsage = { readonly input: number; readonly output: number; readonly cached?: number };

export type WireReply =
  | {
      readonly kind: "text";
      /** The model's reasoning before its answer. */
      readonly reasoning?: string;
      readonly chunks: readonly string[];
      /** Milliseconds before the first chunk, for a server that has to read first. */
      readonly wait?: number;
      /** Milliseconds between chunks. */
      readonly delay?: number;
      /** Why it stops; it has said everything unless this says otherwise. */
      readonly finish?: "length" | "refused";
      readonly usage?: WireUsage;
    }
  | {
      readonly kind: "tools";
      readonly text?: string;
      readonly calls: readonly { readonly id: string; readonly name: string; readonly args: unknown }[];
      readonly usage?: WireUsage;
    }
  /** Sends the chunks, then cuts the connection. */
  | { readonly kind: "drop"; readonly chunks: readonly string[] }
  /** Sends the chunks, then says in the stream what went wrong, in its own words. */
  | { readonly kind: "stream-error"; readonly chunks: readonly string[]; readonly message: string }
  /** Takes the question and says nothing, forever. */
  | { readonly kind: "silent" }
  /** Sends the chunks, then a malformed event. */
  | { readonly kind: "malformed"; readonly chunks: readonly string[] }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly message: string;
      readonly code?: string;
    }
  | { readonly kind: "context-length"; readonly limit: number }
  /** The answer depends on the request, as with a model that knows only its prompt. */
  | { readonly kind: "reply"; readonly to: (request: ReceivedRequest) => WireReply }
  /** One chunk of this many characters on a single line. */
  | { readonly kind: "huge"; readonly chars: number }
  | { readonly kind: "endless"; readonly chunk: string; readonly delay: number };

export type WireScript = readonly WireReply[];

/** The situations every provider is tested in. */
export const scripts = {
  normal: [{ kind: "text", chunks: ["Good ", "morning", "."], usage: { input: 120, output: 3 } }],
  toolCall: [
    { kind: "tools", calls: [{ id: "call_1", name: "read_file", args: { path: "HOURS.md" } }] },
    { kind: "text", chunks: ["It opens at 07:00."] },
  ],
  twoTools: [
    {
      kind: "tools",
      text: "Let me look.",
      calls: [
        { id: "call_1", name: "read_file", args: { path: "HOURS.md" } },
        { id: "call_2", name: "list_files", args: { path: "knowledge" } },
      ],
    },
    { kind: "text", chunks: ["Two files, ", "open at 07:00."] },
  ],
  thoughtful: [{ kind: "text", reasoning: "They greet me.", chunks: ["Good morning."] }],
  slow: [{ kind: "text", chunks: ["one ", "two ", "three ", "four"], delay: 40 }],
  dropped: [{ kind: "drop", chunks: ["half a ", "sent"] }],
  malformed: [{ kind: "malformed", chunks: ["fine so far "] }],
  busyThenFine: [
    { kind: "status", status: 429, headers: { "retry-after": "1" }, message: "Slow down." },
    { kind: "text", chunks: ["Here now."] },
  ],
  wrongKey: [{ kind: "status", status: 401, message: "Incorrect API key provided." }],
  contextLength: [
    { kind: "context-length", limit: 4096 },
    { kind: "text", chunks: ["It fits now."] },
  ],
  readLess: [{ kind: "text", chunks: ["I saw little."], usage: { input: 9, output: 4 } }],
  hugeLine: [{ kind: "huge", chars: 1_000_000 }],
  cutShort: [{ kind: "text", chunks: ["Half of the ans"], finish: "length" }],
  refused: [{ kind: "text", chunks: [], finish: "refused" }],
  empty: [{ kind: "text", chunks: [] }],
  streamError: [
    { kind: "stream-error", chunks: ["It begins "], message: "The engine lost the model sk-secret-42." },
  ],
  endless: [{ kind: "endless", chunk: "and ", delay: 5 }],
} as const satisfies Record<string, WireScript>;
