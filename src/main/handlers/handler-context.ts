import type { Events } from "#shared/contract/index.ts";
import type { UserSettings } from "#shared/contract/settings.ts";
import type { CorePaths, Ports } from "../ports/ports.ts";
import type { NetworkSettings } from "../providers/network-settings.ts";
import type { Providers } from "../providers/open-providers.ts";
import type { RequestLog } from "../providers/request-log.ts";
import type { SettingsFile } from "../settings/settings-file.ts";
import type { TokenCounter, TokenizerRegistry } from "../tokens/token-counter.ts";
import type { Embedders } from "./open-memory.ts";
import type { OpenProject } from "./open-project.ts";

/** What every handler can reach. */
export type HandlerContext = {
  readonly ports: Ports;
  readonly paths: CorePaths;
  readonly userSettings: SettingsFile<UserSettings>;
  readonly network: NetworkSettings;
  /** One for the process: its workers are shared. Within a project, `project().tokens` remembers counts. */
  readonly tokens: TokenCounter & TokenizerRegistry;
  readonly providers: Providers;
  /** One for the process, as a model takes its room in memory. */
  readonly embedders: Embedders;
  /** Every request that left this process. */
  readonly requests: RequestLog;
  emit(event: Events): void;
  /** The open project; fails with `no-project` when there is none. */
  project(): OpenProject;
  /** The open project, or null. */
  currentProject(): OpenProject | null;
  /** Closes the open project, if any, and opens this one. The old one stays open when the new one cannot be. */
  open(folder: string): Promise<OpenProject>;
  closeProject(): Promise<void>;
};
