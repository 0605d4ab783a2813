import type { Client } from "../../src/shared/contract/index.ts";

const row = (table: string, values: object) => JSON.stringify({ type: "row", table, row: values });
const takeIn = async (client: Client, lines: readonly string[]) => {
  const text = [JSON.stringify({ type: "satchel-memory", version: 1 }), ...lines].join("\n");
  const { broken } = await client.call("memory.import", { text });
  if (broken.length > 0) throw new Error(JSON.stringify(broken));
};
const DAY_MS = 86_400_000;

/** Turns that recalled these memories, each with different words, over the last days. */
export const recalled = async (client: Client, asked: Readonly<Record<string, number>>) => {
  const { memories } = await client.call("memory.list", { limit: 500 });
  let seq = 1;
  const lines = Object.entries(asked).flatMap(([text, hits]) => {
    const memory = memories.find((each) => each.text.includes(text))?.id;
    if (!memory) throw new Error(`No memory says: ${text}`);
    return Array.from({ length: hits }, (_, index) =>
      row("recall_events", {
        seq: seq++,
        agent: "juno",
        memory,
        query: `question ${index} about it`,
        score: index % 2 === 0 ? 1 : 0.5,
        at: new Date(Date.now() - (index % 5) * DAY_MS).toISOString(),
      }),
    );
  });
  await takeIn(client, lines);
};

/** Entities and their relations. */
export const known = async (client: Client) => {
  const at = new Date().toISOString();
  const entity = (name: string, type: string) =>
    row("graph_entities", {
      id: name,
      workspace: "workspace",
      key: name.toLowerCase(),
      name,
      type,
      strength: 0.6,
      created_at: at,
      used_at: at,
    });
  const relation = (source: string, type: string, target: string, confidence = 0.9) =>
    row("graph_relations", {
      id: `${source}-${target}`,
      source,
      type,
      target,
      confidence,
      strength: 0.6,
      created_at: at,
      used_at: at,
    });
  await takeIn(client, [
    entity("Fenwick Mill", "company"),
    entity("Strong white", "flour"),
    entity("Rye", "flour"),
    entity("Gwen", "person"),
    entity("Harbor sourdough", "bread"),
    entity("Café Lantern", "customer"),
    entity("Marta", "person"),
    relation("Fenwick Mill", "supplies", "Strong white"),
    relation("Fenwick Mill", "supplies", "Rye"),
    relation("Gwen", "works_at", "Fenwick Mill", 0.8),
    relation("Harbor sourdough", "is_made_of", "Strong white"),
    relation("Café Lantern", "buys", "Harbor sourdough"),
    relation("Marta", "talks_with", "Gwen", 0.7),
  ]);
};
