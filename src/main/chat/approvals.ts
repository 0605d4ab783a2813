import type { ApprovalDecision, ApprovalRequest } from "#shared/contract/chat.ts";
import { type Events, Failure } from "#shared/contract/index.ts";
import type { UserSettings } from "#shared/contract/settings.ts";
import type { Ids } from "../base/ids.ts";
import type { SettingsFile } from "../settings/settings-file.ts";

export type ApprovalsOptions = {
  readonly project: string;
  readonly settings: SettingsFile<UserSettings>;
  readonly ids: Ids;
  readonly emit: (event: Events) => void;
};

/** A tool of a server is known with its definition: a changed one is a different tool. */
const toolKey = ({ tool, server }: Pick<ApprovalRequest, "tool" | "server">): string =>
  server ? `${tool} ${server.mark}` : tool;

/**
 * `write_file` for a tool, `write_file in workspace/notes` for its writes to one folder, `load_skill order <hash>`
 * for a skill as it was shown.
 */
const keyOf = (asked: Pick<ApprovalRequest, "tool" | "server" | "always" | "skill">): string => {
  const { tool, server, always, skill } = asked;
  if (skill) return `${tool} ${skill.name} ${skill.hash}`;
  if (server) return toolKey(asked);
  return always?.folder === null || always?.folder === undefined
    ? tool
    : `${tool} in ${always.folder || "."}`;
};

/** A "never" applies to the whole tool; an "always" only to what the request says it covers. */
const knownDecision = (
  given: Readonly<Record<string, "always" | "deny">>,
  asked: Omit<ApprovalRequest, "id">,
): "always" | "deny" | null => {
  if (given[asked.tool] === "deny" || given[toolKey(asked)] === "deny") return "deny";
  return asked.always !== null && given[keyOf(asked)] === "always" ? "always" : null;
};

/**
 * Asks the user before a tool runs. "Always" is stored per tool, folder and agent in the user's own settings,
 * for this project only: a project from a stranger cannot bring its own.
 */
export class Approvals {
  readonly #options: ApprovalsOptions;
  readonly #pending = new Map<
    string,
    { request: ApprovalRequest; resolve: (decision: ApprovalDecision) => void }
  >();

  constructor(options: ApprovalsOptions) {
    this.#options = options;
  }

  ask(asked: Omit<ApprovalRequest, "id">, signal: AbortSignal): Promise<ApprovalDecision> {
    const { project, settings, ids, emit } = this.#options;
    const known = knownDecision(settings.get().approvals[project]?.[asked.agent] ?? {}, asked);
    if (known) return Promise.resolve(known);
    const request = { ...asked, id: ids.next() };
    return new Promise((resolve, reject) => {
      const stopped = () => {
        this.#pending.delete(request.id);
        reject(signal.reason as Error);
      };
      if (signal.aborted) return stopped();
      signal.addEventListener("abort", stopped, { once: true });
      this.#pending.set(request.id, {
        request,
        resolve: (decision) => {
          signal.removeEventListener("abort", stopped);
          resolve(decision);
        },
      });
      emit({ event: "chat.approval", ...request });
    });
  }

  /** Requests still waiting for an answer; a reloaded window asks for these. */
  pending(session: string): readonly ApprovalRequest[] {
    return [...this.#pending.values()]
      .map(({ request }) => request)
      .filter((request) => request.session === session);
  }

  async decide(id: string, decision: ApprovalDecision): Promise<void> {
    const { project, settings, emit } = this.#options;
    const found = this.#pending.get(id);
    if (!found)
      throw new Failure("approval-not-found", "This approval request is no longer open.", { approval: id });
    const { agent, always } = found.request;
    // If "always" covers nothing, it approves this one call.
    if (decision === "always" && always)
      await settings.set({ approvals: { [project]: { [agent]: { [keyOf(found.request)]: "always" } } } });
    if (decision === "never")
      await settings.set({ approvals: { [project]: { [agent]: { [toolKey(found.request)]: "deny" } } } });
    this.#pending.delete(id);
    found.resolve(decision);
    emit({ event: "chat.approved", approval: id, decision });
  }
}
