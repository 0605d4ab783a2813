/**
 * A process that runs a module of ours beside this one: native code that may abort ends only itself. It ends when
 * this process ends, however that happens.
 */
export type ChildProcess = {
  readonly pid: number | undefined;
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (exit: ChildExit) => void): void;
  /** Ends it at once, whatever it is doing. */
  kill(): void;
  /** Whether this process waits for it before it ends by itself. */
  hold(isHeld: boolean): void;
};

export type ChildExit = {
  readonly code: number | null;
  readonly signal: string | null;
  /** The end of what it wrote to standard error. */
  readonly said: string;
};

/** `name` is what the system's list of processes shows. */
export type StartChild = (module: URL, name: string) => ChildProcess;

/** Keeps the end of what a process writes. */
export class LastWords {
  #text = "";

  add(data: Buffer): void {
    this.#text = (this.#text + data.toString("utf8")).slice(-MAX_SAID);
  }

  get text(): string {
    return this.#text.trim();
  }
}

const MAX_SAID = 2_000;

/** What a child may see of the environment: places and drivers, no keys. */
export const childEnvironment = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && ALLOWED.test(entry[0]),
    ),
  );

const ALLOWED =
  /^(path|home|user|userprofile|username|systemroot|systemdrive|windir|programdata|appdata|localappdata|temp|tmp|tmpdir|lang|lc_\w+|tz|ld_library_path|display|wayland_display|xdg_\w+|vk_\w+|gpu_\w+|hsa_\w+)$/i;
