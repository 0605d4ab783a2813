import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Agent } from "#shared/contract/agents.ts";
import type { SessionInfo } from "#shared/contract/sessions.ts";
import { readAgents } from "../agents/read-agents.ts";
import { systemClock } from "../base/clock.ts";
import { randomIds } from "../base/ids.ts";
import { openStore } from "../store/open-store.ts";
import { ReplyMarks } from "./reply-marks.ts";
import { SessionSearch } from "./session-search.ts";
import { Sessions } from "./sessions.ts";

const { agents } = readAgents("agents:\n  - id: juno\n  - id: counter\n");

/** Conversations in a temporary project with the agents `juno` and `counter`. */
export const openTestSessions = () => {
  const project = mkdtempSync(join(tmpdir(), "satchel-sessions-"));
  const store = openStore(join(project, ".satchel", "index.db"));
  /** What the lists were told, in order. */
  const changed: SessionInfo[] = [];
  const open = (who: readonly Agent[] = agents) =>
    new Sessions({
      project,
      agents: () => who,
      marks: new ReplyMarks(join(project, ".satchel", "user")),
      search: new SessionSearch(store),
      clock: systemClock,
      ids: randomIds,
      onChange: (session) => changed.push(session),
      isTrusted: () => true,
      redacts: () => false,
    });
  const [agent] = agents;
  if (!agent) throw new Error("no agent");
  return { project, agent, store, changed, open, sessions: open(), close: () => store.close() };
};

export type TestSessions = ReturnType<typeof openTestSessions>;
