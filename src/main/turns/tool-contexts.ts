import type { Agent } from "#shared/contract/agents.ts";
import type { ProfileData } from "#shared/model/profile.ts";
import { resolveProfile } from "../context/profiles/resolve-profile.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { ProfileFiles } from "../settings/profile-files.ts";
import type { ToolContextOf } from "../tools/tool.ts";
import type { Author } from "../workspace/recorder.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** What a tool may reach, depending on its caller. */
export const toolContexts =
  (rooms: {
    readonly project: string;
    readonly own: string;
    readonly agents: { list(): readonly Agent[] };
    readonly workspace: Workspace;
    readonly sessions: Sessions;
    readonly profiles: ProfileFiles<ProfileData>;
  }): ToolContextOf =>
  async (agent, scope, session, signal) => {
    const { project, own, workspace, sessions, profiles } = rooms;
    const agents = rooms.agents.list();
    const profile = resolveProfile(agent.profile, (await profiles.list()).profiles);
    const opensByTag = profile.sharing.byTag;
    const by: Author = { actor: `agent:${agent.id}`, title: "", ...(session !== null && { session }) };
    const model = agent.model;
    return {
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
