import { homedir, platform } from "node:os";
import { lowestOrigin } from "#shared/model/origin.ts";
import { Failure } from "#shared/contract/index.ts";
import type { AnswerChoice } from "#shared/model/answer-choice.ts";
import type { SessionView } from "../../context/context-ports.ts";
import { Budget } from "../../context/budget/budget.ts";
import { Context } from "../../context/context.ts";
import { listProjectFiles } from "../../context/snapshot/list-project-files.ts";
import { nothingLearned } from "../../memory/learn/learning.ts";
import { mcpTools } from "../../mcp/client/mcp-tools.ts";
import { memoryFigures } from "../../memory/memory-figures.ts";
import { applyEdits } from "../../readers/apply-edits.ts";
import { Listing } from "../../readers/gather/listing.ts";
import { Xray } from "../../readers/xray.ts";
import type { Sessions } from "../../sessions/sessions.ts";
import { memoryWrite } from "../../tools/memory-write.ts";
import { myStats } from "../../tools/my-stats.ts";
import { pictureTokens } from "../../providers/picture-tokens.ts";
import { Skills } from "../../skills/skills.ts";
import { countForModel } from "../../tokens/count-for-model.ts";
import { loadSkill } from "../../tools/load-skill.ts";
import { delegatesOf, findAgent } from "../../agents/delegates-of.ts";
import { teamKnowledge } from "../../team/files/team-layer.ts";
import { withTeamFiles } from "../../team/files/with-team-files.ts";
import { createToolRegistry } from "../../tools/registry.ts";
import { teamPropose } from "../../tools/team-propose.ts";
import type { Tool } from "../../tools/tool.ts";
import { IgnoreRules } from "../../workspace/ignore-rules.ts";
import { looksSecret } from "../../workspace/left-out-names.ts";
import { realPathIn } from "../../workspace/roots.ts";
import type { Rooms, TalkRooms } from "../rooms.ts";

type Needs = Pick<
  Rooms,
  | "folder"
  | "folderAccess"
  | "real"
  | "owned"
  | "events"
  | "defaultModel"
  | "origins"
  | "ports"
  | "paths"
  | "userSettings"
  | "localModels"
  | "mcp"
  | "store"
  | "tokens"
  | "settings"
  | "agents"
  | "subagents"
  | "profiles"
  | "projectName"
  | "workspace"
  | "changes"
  | "sessions"
  | "runs"
  | "windows"
  | "memory"
  | "memoryLife"
  | "teamRecall"
  | "teamFiles"
  | "teams"
  | "teamActions"
>;

/** The tools, the assembler connected to the rooms it reads from, and the changes that a user can make to prompts. */
export const contextLayer = (
  rooms: Needs,
): Pick<TalkRooms, "tools" | "skills" | "context" | "budget" | "xray"> => {
  const skills = openSkills(rooms);
  const skillTool = loadSkill(
    skills,
    () => rooms.workspace.files.ready(),
    (text) => countForModel(rooms.tokens, text, rooms.defaultModel()),
  );
  const tools = createToolRegistry(
    [skillTool, ...memoryTools(rooms), teamTool(rooms)],
    rooms.folderAccess.isTrusted,
    mcpTools(rooms.mcp, rooms.folder),
    (agent) => delegatesOf(agent, rooms),
  );
  const context = openContext({ ...rooms, tools, skills });
  const { agents, profiles, workspace, changes, ports } = rooms;
  return {
    tools,
    skills,
    context,
    budget: new Budget(context, { agents, profiles, workspace, changes, ids: ports.ids }),
    xray: openXray(rooms),
  };
};

const openSkills = ({ real, paths, folderAccess, workspace, origins, teamFiles }: Needs): Skills =>
  new Skills({
    project: real,
    userData: paths.userData,
    isTrusted: folderAccess.isTrusted,
    files: (folder) => workspace.files.list(folder),
    team: () => teamFiles.layer().values(),
    originOf: (text) => lowestOrigin(folderAccess.origin(), origins.of(text)),
  });

/** How long embedding waits after a preview of a limit that is dragged: longer than a hand pauses between two moves. */
const TRIED_HOLD_MS = 400;

/** Follows the folder: only what the watcher reports is read again. */
const openXray = (rooms: Needs): Xray => {
  const { real, userSettings, tokens, defaultModel, events, owned, workspace, ports } = rooms;
  const listing = new Listing({
    folder: real,
    home: homedir(),
    mayLookOutside: () => userSettings.get().xray.outside,
  });
  const stop = events.on("workspace.changed", ({ changes }) => {
    const paths = changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
    listing.changed(paths);
    events.publish({ event: "readers.changed", paths });
  });
  owned.own({ close: async () => stop() });
  const encoding = () => tokens.encodingOf(defaultModel()).encoding;
  return new Xray(listing, tokens, encoding, (title, edits) =>
    applyEdits(workspace, ports.ids, title, edits),
  );
};

/** Tools that need more than the context every tool gets. */
const memoryTools = ({ store, memory, memoryLife, ports }: Needs): readonly Tool[] => [
  memoryWrite(async (agent, { session, turn, origin }, note) => {
    const answer = { found: { ...nothingLearned, notes: [note] }, refused: 0 };
    const kept = await memoryLife.learner.keep({
      agent,
      session: session ?? "",
      turn,
      by: "tool",
      answer,
      origin,
      usage: null,
    });
    return kept?.items[0]?.path ?? null;
  }),
  myStats((agent) => {
    const { memories, signals } = memory;
    return memoryFigures({ store, memories, signals }, agent, ports.clock.now());
  }),
];

/** To the space that the project uses, as the agent that proposes; a person reviews it there. */
const teamTool = ({ folder, teams, teamActions }: Needs): Tool =>
  teamPropose(
    () => teams.usedBy(folder) !== null,
    async (agent, proposal) => {
      const open = await teams.of(folder);
      if (!open) throw new Failure("team-not-used", "This project uses no team space.");
      const { arrival } = await teamActions.share(open, {
        ...proposal,
        kind: "memory",
        path: null,
        forAll: false,
        place: `Among the recalled memories of a prompt. Suggested by ${agent.displayName}.`,
        item: null,
        baseVersion: null,
        accept: false,
      });
      return arrival;
    },
  );

const openContext = (rooms: Needs & Pick<Rooms, "tools" | "skills">): Context => {
  const { workspace, agents, settings, ports, teamFiles } = rooms;
  const files = withTeamFiles(workspace.files, (path) => workspace.roots.workspaceOf(path), teamFiles);
  return new Context({
    clock: ports.clock,
    ids: ports.ids,
    counter: rooms.tokens,
    runs: rooms.runs,
    files,
    readProjectFile: async (path) => {
      const { absolute } = await workspace.roots.forReading("", path);
      if (looksSecret(realPathIn(workspace.roots.project, absolute))) {
        throw new Failure("secret-file", `${path} leads to a secret, so it is never put into a prompt.`, {
          path,
        });
      }
      const [{ text, hash, readOnly, warnings }, realRole] = await Promise.all([
        workspace.read("", path),
        workspace.realRole("", path),
      ]);
      const [problem] = warnings;
      if (readOnly && problem) throw new Failure(problem.code, problem.message, { path });
      return { text, hash, realRole };
    },
    knowledgePaths: async (folder) => [
      ...new Set([...(await workspace.list(folder, "knowledge")), ...teamKnowledge(teamFiles.layer())]),
    ],
    projectFiles: (known, signal) =>
      listProjectFiles({
        folder: rooms.folder,
        // Made each time, so that a changed ignore file takes effect at once.
        rules: new IgnoreRules(rooms.folder, () => workspace.roots.workspaces()),
        // A transcript is for audit, and never read back into a prompt.
        workspaces: [
          ...workspace.roots.workspaces(),
          ...agents.list().flatMap(({ transcriptsDir }) => transcriptsDir ?? []),
        ],
        known,
        signal,
      }),
    agent: (id) => findAgent(id, rooms) ?? agents.get(id),
    agents: () => agents.list(),
    workspaces: () => workspace.roots.workspaces(),
    folder: rooms.folder,
    operatingSystem: OPERATING_SYSTEMS[platform()] ?? platform(),
    env: process.env,
    projectName: rooms.projectName,
    timeZone: () => settings.get().timeZone,
    defaultModel: () => settings.get().defaultModel,
    user: () => rooms.userSettings.get().user,
    savedProfiles: async () => (await rooms.profiles.list()).profiles,
    recall: (message, agent, session, scope, signal) =>
      rooms.teamRecall.recall(
        rooms.memory.recall(
          message,
          agent,
          { isTurn: false, ...(session === null ? {} : { session }) },
          signal,
        ),
        message,
        { scope, memory: agent.memory },
      ),
    tried: () => {
      // Files that are not counted yet are waited for, so counting goes on.
      if (workspace.files.left().count === 0) workspace.courtesy.hold(TRIED_HOLD_MS);
    },
    recallReady: () => rooms.memory.readiness(),
    recallNote: () => rooms.teamRecall.note(),
    memoryState: () => `${rooms.memory.recallState()} ${rooms.teamRecall.state()}`,
    session: (id) => sessionView(rooms.sessions, id),
    skills: (folder) => rooms.skills.list(folder),
    originOf: (text) => lowestOrigin(rooms.folderAccess.origin(), rooms.origins.of(text)),
    tools: (agent, scope) => rooms.tools.definitions(agent, scope),
    shelf: () => ({ share: rooms.userSettings.get().toolShelf.share, keep: rooms.mcp.kept() }),
    noTools: (agent, model) => rooms.localModels.noTools(agent.provider, model),
    servedWindow: (agent, model) => rooms.windows.known(agent, model),
    pictures: async (agent, model) => ({
      sees: (await rooms.windows.sees({ ...agent, model })) === true,
      tokens: (size) => {
        const kind = rooms.userSettings.get().providers[agent.provider ?? ""]?.kind ?? null;
        return pictureTokens(kind, model, size);
      },
    }),
  });
};

const sessionView = async (
  sessions: Sessions,
  id: string,
): Promise<(SessionView & { readonly agent: string; readonly choice: AnswerChoice }) | null> => {
  try {
    const { agent, kind, choice } = await sessions.info(id);
    return {
      id,
      agent,
      kind,
      choice,
      history: await sessions.messages(id),
      summarised: await sessions.summarised(id),
      joinedTools: await sessions.joinedTools(id),
      gonePictures: await sessions.gonePictures(id),
    };
  } catch (error) {
    if (error instanceof Failure && error.code === "session-not-found") return null;
    throw error;
  }
};

const OPERATING_SYSTEMS: Readonly<Record<string, string>> = {
  darwin: "macOS",
  linux: "Linux",
  win32: "Windows",
};
