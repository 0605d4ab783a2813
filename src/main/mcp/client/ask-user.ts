import { type Client, ProtocolError } from "@modelcontextprotocol/client";
import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import type { McpQuestion } from "#shared/model/mcp-question.ts";
import { formFields } from "./form-fields.ts";
import { type SamplingRequest, samplingRequest } from "./sampling-request.ts";
import type { ServerLog } from "./server-log.ts";
import type { ServerQuestions } from "./server-questions.ts";

/** Whose tool call the server is working on, as far as it is known. */
export type Caller = { readonly agent: Agent; readonly session: string | null };

type SamplingQuestion = Extract<McpQuestion, { kind: "sampling" }>;

/** An answer of a model that a server wants: what it would be, and the function that gets it. */
export type PreparedSample = {
  readonly shown: Omit<SamplingQuestion, "id" | "at" | "server" | "kind" | "messages">;
  readonly run: (signal: AbortSignal) => Promise<{ readonly text: string; readonly isCut: boolean }>;
};
export type Sampler = (request: SamplingRequest, caller: Caller | null) => Promise<PreparedSample>;

export type AskUserOptions = {
  readonly server: string;
  readonly questions: ServerQuestions;
  readonly sample: Sampler;
  readonly log: ServerLog;
  readonly caller: () => Caller | null;
  /** Runs the work while no call of the server gets late; the signal ends with the calls that it may be about. */
  readonly hold: <T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
};

const MAX_MESSAGE = 4_000;
/** What the protocol has for a request that the user refused. */
const USER_REFUSED = -1;

/** A server may ask for a form to be filled in, and for an answer of a model. Each time the user decides. */
export const letAsk = (client: Client, options: AskUserOptions): void => {
  const { server, questions, sample, log, caller, hold } = options;
  const logged = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    log.add("asked", what);
    try {
      return await work();
    } catch (error) {
      if (error instanceof Failure) log.add("problem", error.message);
      throw error;
    }
  };

  client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) =>
    logged("for a form", () =>
      hold(mcpReq.signal, async (signal) => {
        if (params.mode === "url") throw new Failure("mcp-form", "The server asked to open an address.");
        const fields = [...formFields(params.requestedSchema)];
        const message = params.message.slice(0, MAX_MESSAGE);
        const { action, content } = await questions.ask({ kind: "form", server, message, fields }, signal);
        log.add("asked", ANSWERS[action]);
        return action === "accept" ? { action, content } : { action };
      }),
    ),
  );

  client.setRequestHandler("sampling/createMessage", ({ params }, { mcpReq }) =>
    logged("for an answer of a model", () =>
      hold(mcpReq.signal, async (signal) => {
        const request = samplingRequest(params);
        const { shown, run } = await sample(request, caller());
        const messages = request.messages.flatMap(({ role, content: text }) =>
          role === "tool" ? [] : [{ role, text }],
        );
        const { action } = await questions.ask({ kind: "sampling", server, messages, ...shown }, signal);
        log.add("asked", ANSWERS[action]);
        if (action !== "accept") throw new ProtocolError(USER_REFUSED, "The user did not allow this.");
        const { text, isCut } = await run(signal);
        return {
          model: shown.model,
          role: "assistant" as const,
          stopReason: isCut ? "maxTokens" : "endTurn",
          content: { type: "text" as const, text },
        };
      }),
    ),
  );
};

const ANSWERS = { accept: "answered", decline: "declined", cancel: "closed without an answer" } as const;
