import type { NetworkSettings } from "../providers/network-settings.ts";
import type { RequestLog } from "../providers/request-log.ts";
import type { OpenAs, OpenProject } from "../project/open-project.ts";
import type { Surroundings } from "../project/rooms.ts";

/** What every handler can reach. */
export type HandlerContext = Surroundings & {
  readonly network: NetworkSettings;
  /** Every request that left this process. */
  readonly requests: RequestLog;
  /** The open project; fails with `no-project` when there is none. */
  project(): OpenProject;
  /** The open project, or null. */
  currentProject(): OpenProject | null;
  /**
   * Closes the open project, if any, and opens this one. The old one stays open when the new one cannot be.
   */
  open(folder: string, as: OpenAs, isTrusted: boolean): Promise<OpenProject>;
  closeProject(): Promise<void>;
};
