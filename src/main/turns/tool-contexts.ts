import type { Subagents } from "../agents/subagents.ts";
import type { Agent } from "#shared/contract/agents.ts";
import { lowestOrigin, type Origin } from "#shared/model/origin.ts";
import type { ProfileData } from "#shared/model/profile.ts";
import type { Clock } from "../base/clock.ts";
import { resolveProfile } from "../context/profiles/resolve-profile.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { ProfileFiles } from "../settings/profile-files.ts";
import type { ToolContext, ToolContextOf } from "../tools/tool.ts";
import type { OriginLedger } from "../workspace/origin-ledger.ts";
import type { Author } from "../workspace/recorder.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** What a tool may reach, depending on its caller. */
export const toolContexts =
  (rooms: {
    readonly project: string;
    readonly own: string;
    readonly agents: { list(): readonly Agent[] };
    readonly subagents: Subagents;
    readonly workspace: Workspace;
    readonly sessions: Sessions;
    readonly profiles: ProfileFiles<ProfileData>;
    readonly origins: OriginLedger;
    readonly folderAccess: { readonly origin: () => Origin };
    readonly clock: Clock;
  }): ToolContextOf =>
  async (agent, scope, session, signal) => {
    const { project, own, workspace, sessions, profiles, origins, folderAccess, clock } = rooms;
    const declared = rooms.agents.list();
    const home = agent.subagent?.home ?? agent.workspace;
    const isOthers = ({ id }: Agent) => declared.every((each) => each.id !== id);
    const nearest = rooms.subagents.of(home).flatMap((file) => file.agent ?? []);
    const further = rooms.subagents.agents().filter((each) => each.subagent?.home !== home);
    const agents = [...declared, ...[...nearest, ...further].filter(isOthers)];
    const profile = resolveProfile(agent.profile, (await profiles.list()).profiles);
    const opensByTag = profile.sharing.byTag;
    const by: Author = { actor: `agent:${agent.id}`, title: "", ...(session !== null && { session }) };
    const model = agent.model;
    const originOf = (text: string) => lowestOrigin(folderAccess.origin(), origins.of(text));
    // Outside a conversation the user calls.
    const origin: Origin = session === null ? "you" : "agent";
    const reach = {
      origin,
      originOf,
      saw: () => {},
      sawFrom: () => {},
      join: () => {},
      wrote(this: ToolContext, text: string): Promise<void> {
        return origins.note(text.split("\n"), this.origin, { at: clock.now() });
      },
    };
    return {
      ...reach,
      agent,
      agents,
      model,
      scope,
      opensByTag,
      session,
      project,
      own,
      workspace,
      sessions,
      signal,
      by,
    };
  };
