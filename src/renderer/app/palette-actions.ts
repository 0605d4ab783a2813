import { sessionCommands } from "../chat/session-commands.ts";
import type { SettingsSection } from "../settings/sections.tsx";
import { isEmbeddingModel } from "#shared/model/embedding-model.ts";
import { fileStatuses } from "#shared/model/file-status.ts";
import type { Profile } from "#shared/model/profile.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { recentUndos } from "../ui/recent-undos.ts";
import { told } from "../ui/told.ts";
import { undoChange } from "../ui/undo-change.ts";
import type { Command } from "./commands.ts";
import { makeRoomFor } from "./make-room.ts";
import type { Workbench } from "./workbench.ts";

/** What the palette can do besides the commands with keys of their own: it depends on what is open right now. */
export const paletteActions = (bench: Workbench, profiles: readonly Profile[]): readonly Command[] => [
  ...conversationActions(bench),
  ...agentActions(bench, profiles),
  ...budgetActions(bench),
  undoAction(bench),
  ...recentUndos().map(({ id, message, run }) => ({
    id: `undo.${id}`,
    label: t.app.actions.undoStep(message),
    run,
  })),
  ...settingsActions(bench),
];

/** Opens the search in all files with these words. */
export const findEverywhere = ({ app, find }: Workbench, query: string): void => {
  app.getState().go("files");
  app.getState().find(true);
  find.getState().ask({ query });
};

const conversationActions = ({ client, chat }: Workbench): readonly Command[] => {
  const { current, sessions } = chat.getState();
  const session = sessions.find(({ id }) => id === current);
  if (!session) return [];
  const commands = sessionCommands(client, chat);
  const words = t.app.actions;
  return [
    { id: "compact", label: words.compact, run: () => void commands.compact(session.id) },
    { id: "export.markdown", label: words.exportMarkdown, run: () => commands.save(session, "markdown") },
    { id: "export.json", label: words.exportJson, run: () => commands.save(session, "json") },
  ];
};

/** A conversation with any agent, and another model or profile for the one that answers. */
const agentActions = (
  { app, chat, preview, providers, client, chooseModel }: Workbench,
  all: readonly Profile[],
): readonly Command[] => {
  const { project } = app.getState();
  const manifest = preview.getState().manifest;
  const agent = project?.agents.find(({ id }) => id === manifest?.agent) ?? project?.agents[0];
  if (!agent) return [];
  const words = t.app.actions;
  const others = (project?.agents ?? []).map(({ id, displayName }) => ({
    id: `agent.${id}`,
    label: words.agent(displayName),
    run: () =>
      told(
        client.call("sessions.create", { agent: id }).then(async ({ session }) => {
          app.getState().go("files");
          app.getState().show("chatShown", true);
          await chat.getState().open(session.id);
        }),
      ),
  }));
  const answering = providers.getState().models.filter(({ id }) => !isEmbeddingModel(id));
  const models = answering.map(({ id, name, provider }) => ({
    id: `model.${provider}.${id}`,
    label: words.model(agent.displayName, name || id),
    run: () => told(chooseModel(agent.id, { provider, model: id })),
  }));
  const profiles = all.map(({ id, title }) => ({
    id: `profile.${id}`,
    label: words.profile(agent.displayName, title),
    run: () => told(client.call("agents.save", { id: agent.id, values: { profile: id } })),
  }));
  return [...others, ...models, ...profiles];
};

/** The tour, and for every file that is cut or left out the change that sends it. */
const budgetActions = (bench: Workbench): readonly Command[] => {
  const { app, budget, preview } = bench;
  const words = t.app.actions;
  const missing = [...fileStatuses(preview.getState().manifest)].filter(([, { status }]) => status !== "in");
  return [
    {
      id: "tour",
      label: words.tour,
      run: () => {
        app.getState().go("budget");
        budget.getState().show("next");
        budget.getState().showTour(0);
      },
    },
    ...missing.map(([path, { status }]) => ({
      id: `why.${path}`,
      label: words.fix(path.slice(path.lastIndexOf("/") + 1), status === "cut"),
      run: () => told(makeRoomFor(bench, { path, whole: status === "cut" })),
    })),
  ];
};

const undoAction = ({ client }: Workbench): Command => ({
  id: "undo",
  label: t.app.actions.undo,
  run: () =>
    told(
      client.call("changes.list", { limit: 1 }).then(async ({ changes: [last] }) => {
        if (last) await undoChange(client, last.id);
        else notify(t.app.actions.nothingToUndo);
      }),
    ),
});

const settingsActions = ({ app }: Workbench): readonly Command[] =>
  Object.entries(t.settings.sections).map(([section, title]) => ({
    id: `settings.${section}`,
    label: t.app.actions.settings(title),
    run: () => app.getState().openSettings(section as SettingsSection),
  }));
