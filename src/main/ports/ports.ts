import type { Clock } from "../base/clock.ts";
import type { StartChild } from "../base/child-process.ts";
import type { Ids } from "../base/ids.ts";
import type { Log } from "../base/log.ts";

/** Keeps keys. Values never leave the main process. */
export type SecretVault = {
  /** How the host keeps them, told to the user. */
  readonly kind: "system" | "file";
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
};

/** What a host must give the core. `null` where the host has no such thing. */
export type Ports = {
  readonly host: "electron" | "web" | "cli";
  readonly version: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly vault: SecretVault | null;
  /** Asks the user for a folder; null when they cancel. */
  readonly pickFolder: (() => Promise<string | null>) | null;
  /** Asks the user for a model file; null when they cancel. */
  readonly pickModelFile: (() => Promise<string | null>) | null;
  /** Starts a process for native code that may abort. */
  readonly startChild: StartChild;
  /** Moves a file or folder to the system's trash. */
  readonly trash: ((path: string) => Promise<void>) | null;
  /** Where Electron's binary is, from a host that is not Electron but knows. */
  readonly electronBinary?: string | null;
  /** Where other processes of this user reach this one; without it they can only read a project it has open. */
  readonly door?: string | null;
  /** Whether the computer is in use and on mains; absent where the host cannot tell. */
  readonly power?: (() => PowerState) | null;
  readonly notify: ((title: string, body: string) => void) | null;
};

export type PowerState = {
  readonly onBattery: boolean;
  /** Since the last key or movement. */
  readonly idleSeconds: number;
};

export type CorePaths = {
  /** The user's own data: settings, recent projects, keys. */
  readonly userData: string;
  /** What ships with the app: templates, models, catalogue. */
  readonly resources: string;
};
