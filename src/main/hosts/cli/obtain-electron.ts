import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findElectron, findElectronPackage } from "../find-electron.ts";
import type { HostPaths } from "../host-paths.ts";
import { fetchElectron, type FetchOutcome } from "./fetch-electron.ts";
import type { Terminal } from "./terminal.ts";

/** Electron's executable, or a sentence that explains why there is none. */
export type Obtained = { readonly path: string } | { readonly why: string };

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Finds Electron or tries to fetch it. A failed attempt is remembered for a day, so that the next start does
 * not wait again; `insist` tries anyway.
 */
export const obtainElectron = async (
  paths: HostPaths,
  terminal: Pick<Terminal, "err" | "onInterrupt">,
  insist: boolean,
  now: Date,
): Promise<Obtained> => {
  const found = findElectron(paths.root);
  if (found) return { path: found };
  const folder = findElectronPackage(paths.root);
  if (!folder) return { why: "Electron is not installed." };
  const memory = join(paths.userData, "electron-attempt.json");
  if (!insist && (await failedLately(memory, now))) {
    return { why: "Electron's binary could not be fetched earlier today." };
  }

  terminal.err("Fetching Electron's binary, about 110 MB. Press Ctrl-C to go on in the browser instead.\n");
  const skip = new AbortController();
  const stopListening = terminal.onInterrupt(() => skip.abort());
  const outcome = await fetchElectron({
    installer: join(folder, "install.js"),
    firstByteWithin: 8000,
    nextByteWithin: 20_000,
    skip: skip.signal,
    onProgress: (bytes) => terminal.err(`\r${Math.round(bytes / 1e6)} MB `),
  });
  stopListening();
  const fetched = outcome.ok ? findElectron(paths.root) : null;
  if (fetched) {
    await rm(memory, { force: true });
    return { path: fetched };
  }
  await mkdir(dirname(memory), { recursive: true });
  await writeFile(memory, `${JSON.stringify({ failedAt: now.toISOString() })}\n`);
  return { why: sentence(outcome) };
};

const failedLately = async (memory: string, now: Date): Promise<boolean> => {
  try {
    const { failedAt } = JSON.parse(await readFile(memory, "utf8")) as { failedAt: string };
    const age = now.getTime() - Date.parse(failedAt);
    return age >= 0 && age < DAY_MS;
  } catch {
    return false;
  }
};

const sentence = (outcome: FetchOutcome): string => {
  if (outcome.ok) return "Electron's binary was fetched but cannot be found.";
  if (outcome.reason === "skipped") return "Fetching Electron's binary was stopped.";
  if (outcome.reason === "stalled") return "Electron's binary could not be fetched: nothing came.";
  return "Electron's binary could not be fetched from this network.";
};
