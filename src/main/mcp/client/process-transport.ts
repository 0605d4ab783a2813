import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { Failure } from "#shared/contract/index.ts";

/** A message of a server may be this long; a server that sends more without a line end is ended. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** A server that does not end after its input ended is asked by a signal, then killed. */
const END_MS = 1_000;

/**
 * When this program ends without a chance to end its servers, as it does when it is killed, the pipe to this shell
 * closes: it asks the group to end, and kills what is left. It holds no memory worth a word, unlike a process of ours.
 */
const WATCH = 'read -r _; kill -s TERM -- "-$1"; sleep 1; kill -s KILL -- "-$1"';

export type ProcessOptions = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly hear: (text: string) => void;
};

/**
 * A server that runs as a process of ours and speaks JSON, one message per line. It leads a process group of its own,
 * so that what it starts (`npx` starts a second process) ends with it.
 */
export class ProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: ProcessOptions;
  #child: ChildProcess | null = null;
  #ended: Promise<void> = Promise.resolve();
  #held: Buffer[] = [];
  #heldBytes = 0;
  #stopWatch = () => {};

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd, hear } = this.#options;
    const child = spawn(command, [...args], {
      env,
      cwd,
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.#child = child;
    if (child.pid !== undefined) this.#stopWatch = endWithUs(child.pid);
    this.#ended = new Promise((resolve) => {
      child.once("close", () => resolve());
      child.once("error", () => resolve());
    });
    child.stdout.on("data", (piece: Buffer) => this.#take(piece));
    child.stderr.on("data", (piece: Buffer) => hear(piece.toString("utf8")));
    // A server that ended cannot be written to; its end is reported by `close`.
    child.stdin.on("error", () => {});
    child.once("close", () => {
      this.#endGroup();
      this.onclose?.();
    });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error: NodeJS.ErrnoException) => reject(startFailure(command, error)));
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) return Promise.reject(new Failure("mcp-ended", "The server has ended."));
    return new Promise((resolve, reject) =>
      stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve())),
    );
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    child.stdin?.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (await this.#endsSoon()) break;
      this.#kill(signal);
    }
    await this.#endsSoon();
    this.#endGroup();
    this.#child = null;
  }

  #endGroup(): void {
    this.#kill("SIGKILL");
    // Only now: its number may belong to a different group soon.
    this.#stopWatch();
  }

  async #endsSoon(): Promise<boolean> {
    const waiting = new AbortController();
    const late = delay(END_MS, false, { signal: waiting.signal }).catch(() => false);
    const ended = await Promise.race([this.#ended.then(() => true), late]);
    waiting.abort();
    return ended;
  }

  /** The whole group, also when its leader has ended already. */
  #kill(signal: NodeJS.Signals): void {
    const child = this.#child;
    if (child?.pid === undefined) return;
    try {
      if (process.platform === "win32") child.kill(signal);
      else process.kill(-child.pid, signal);
    } catch {
      // Nothing is left of the group.
    }
  }

  #take(piece: Buffer): void {
    let start = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
      this.#held.push(piece.subarray(start, end));
      start = end + 1;
      const line = Buffer.concat(this.#held).toString("utf8").trim();
      this.#held = [];
      this.#heldBytes = 0;
      if (line !== "") this.#read(line);
    }
    if (start === piece.length) return;
    this.#held.push(piece.subarray(start));
    this.#heldBytes += piece.length - start;
    if (this.#heldBytes <= MAX_MESSAGE_BYTES) return;
    this.#held = [];
    this.#heldBytes = 0;
    this.onerror?.(new Failure("mcp-too-large", "The server sent a message of over 8 MB and was ended."));
    this.#kill("SIGKILL");
  }

  #read(line: string): void {
    try {
      const message: unknown = JSON.parse(line);
      if (typeof message !== "object" || message === null) throw new Error("not an object");
      this.onmessage?.(message as JSONRPCMessage);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.onerror?.(
        new Failure("mcp-not-json", `The server wrote a line that is not a message: ${reason.slice(0, 200)}`),
      );
    }
  }
}

/** Ends the group of `pid` when this process ends; returns how to stop that. */
const endWithUs = (pid: number): (() => void) => {
  // Windows has no groups to end: servers there see the end of their input, and those that ignore it stay.
  if (process.platform === "win32") return () => {};
  const watch = spawn("/bin/sh", ["-c", WATCH, "satchel-watch", String(pid)], {
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // Without a shell, servers still see the end of their input.
  watch.on("error", () => {});
  watch.stdin.on("error", () => {});
  watch.unref();
  (watch.stdin as Socket).unref();
  return () => void watch.kill("SIGKILL");
};

const startFailure = (command: string, error: NodeJS.ErrnoException): Failure =>
  error.code === "ENOENT"
    ? new Failure("mcp-command-missing", `The command "${command}" was not found on this computer.`)
    : new Failure(
        "mcp-start",
        `The command "${command}" could not be started (${error.code ?? error.message}).`,
      );
