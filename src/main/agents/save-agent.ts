import type { Log } from "../base/log.ts";
import { beginHistories } from "../history/begin-histories.ts";
import type { History } from "../history/history.ts";
import type { AgentsFile } from "./agents-file.ts";
import type { Values } from "./merge-values.ts";

type Rooms = {
  readonly agents: AgentsFile;
  readonly history: History;
  readonly ports: { readonly log: Log };
};

/** Writes an agent to agents.yaml, and begins the history of a workspace that is new. Returns the change. */
export const saveAgent = async (
  { agents, history, ports }: Rooms,
  id: string,
  values: Values,
): Promise<string | null> => {
  const change = await agents.save(id, values);
  await beginHistories(history, agents.list(), ports.log);
  return change;
};
