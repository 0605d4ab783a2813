import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import type { McpAnswer, McpQuestion } from "#shared/model/mcp-question.ts";

export type ServerQuestionsState = {
  /** What tool servers ask the user; the oldest first. */
  readonly questions: readonly McpQuestion[];
  readonly load: () => Promise<void>;
  readonly answer: (answer: Partial<McpAnswer> & Pick<McpAnswer, "id" | "action">) => Promise<void>;
};

export type ServerQuestionsStore = StoreApi<ServerQuestionsState>;

export const createServerQuestions = (client: Client): ServerQuestionsStore => {
  const store = createStore<ServerQuestionsState>((set) => ({
    questions: [],
    load: async () => set(await client.call("mcp.questions", {})),
    answer: async (answer) => {
      await client.call("mcp.answer", answer);
    },
  }));
  client.on("mcp.asked", ({ questions }) => store.setState({ questions }));
  return store;
};
