import { type Handlers, Failure } from "#shared/contract/index.ts";
import type { settingsRoutes } from "#shared/contract/settings.ts";
import type { Values } from "../agents/merge-values.ts";
import type { HandlerContext } from "./handler-context.ts";

export const settingsHandlers = (context: HandlerContext): Handlers<typeof settingsRoutes> => ({
  "settings.get": () => bothSettings(context),
  "settings.set": async ({ user, project }) => {
    const open = context.currentProject();
    if (project && !open) {
      throw new Failure("no-project", "No project is open, so its settings cannot be changed.");
    }
    // Both are checked before either is written, so that a refusal changes nothing.
    if (project) open?.settings.check(project);
    if (user) await setUser(context, user);
    if (project) await open?.settings.set(project);
    const otherTokenizers = user !== undefined && Object.hasOwn(user, "tokenizers");
    if (otherTokenizers) await context.tokens.useTokenizers(context.userSettings.get().tokenizers);
    if (otherTokenizers || (project && Object.hasOwn(project, "defaultModel"))) open?.recount.start();
    if (user && Object.hasOwn(user, "embeddings")) open?.memory.embedderChanged();
    await open?.workspace.overlayChanged();
    const both = bothSettings(context);
    context.events.publish({ event: "settings.changed", ...both });
    return both;
  },
});

/** A proxy or certificates that do not work are refused, and what was there before stays. */
const setUser = async ({ userSettings, network }: HandlerContext, changes: Values) => {
  const before = userSettings.get().network;
  const after = await userSettings.set(changes);
  if (!Object.hasOwn(changes, "network")) return;
  try {
    network.apply(after);
  } catch (error) {
    await userSettings.set({ network: before });
    throw error;
  }
};

export const bothSettings = (context: HandlerContext) => {
  const project = context.currentProject();
  return {
    user: context.userSettings.get(),
    project: project?.settings.get() ?? null,
    warnings: [
      ...context.userSettings.warnings(),
      ...context.tokens.tokenizerWarnings(),
      ...(project?.settings.warnings() ?? []),
    ],
  };
};
