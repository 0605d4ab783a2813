import type { ChangeActor } from "#shared/model/change.ts";
import { t } from "../ui/messages/index.ts";

/** Who did it, as a person would say it. Agents are known by their name, as long as they exist. */
export const actorName = (actor: ChangeActor, agentName: (id: string) => string | undefined): string => {
  const [kind = "", ...rest] = actor.split(":");
  const id = rest.join(":");
  if (kind === "agent") return agentName(id) ?? id;
  if (kind === "tool") return t.changes.tool(id);
  const { actors } = t.changes;
  return Object.hasOwn(actors, kind) ? actors[kind as keyof typeof actors] : actor;
};
