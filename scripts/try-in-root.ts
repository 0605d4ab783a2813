import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CleanRoot } from "./clean-root.ts";
import { driveToAnswer } from "./drive-packed.ts";

const PORT = 9_333;

/** Installs, starts, updates and removes the app. One sentence for each thing that is not as it should be. */
export const tryInRoot = async (root: CleanRoot, deb: string, update: string): Promise<readonly string[]> => {
  const faults: string[] = [];
  const expect = (isSo: boolean, sentence: string) => {
    console.log(`${isSo ? "ok" : "NOT"}: ${sentence}`);
    if (!isSo) faults.push(`Not so: ${sentence}`);
  };
  root.install(deb);
  const first = versionOf(root);
  const desktop = root.run("cat", "/usr/share/applications/satchel.desktop");
  expect(desktop.includes("x-scheme-handler/satchel"), "The menu entry takes links.");
  expect(/^Exec=\/opt\/Satchel\/satchel/m.test(desktop), "The menu entry starts the app.");
  const answer = await startAndAsk(root, true);
  expect(answer !== "", "The first start leads to an answer.");

  const before = root.homeFiles();
  expect(
    before.some((file) => file.includes("HOURS.md")),
    "The first start made the sample.",
  );
  root.install(update);
  expect(versionOf(root) !== first, `The update is installed over ${first}.`);
  expect(same(before, root.homeFiles()), "The update left the user's files as they were.");
  expect((await startAndAsk(root, false)) !== "", "The updated app opens the same project and answers.");

  const kept = root.homeFiles();
  root.run("apt-get", "purge", "-qq", "-y", "satchel");
  expect(same(kept, root.homeFiles()), "Removing the app left the user's files as they were.");
  const left = ["opt/Satchel", "usr/bin/satchel", "usr/share/applications/satchel.desktop"];
  expect(
    left.every((path) => !existsSync(join(root.folder, path))),
    "Removing the app left nothing of it in the system.",
  );
  return faults;
};

const versionOf = (root: CleanRoot) => root.run("dpkg-query", "--show", "--showformat=${Version}", "satchel");

const startAndAsk = async (root: CleanRoot, isFirst: boolean): Promise<string> => {
  const app = root.start("/opt/Satchel/satchel", [
    `--remote-debugging-port=${PORT}`,
    "--disable-gpu",
    ...sandbox,
  ]);
  let said = "";
  app.stderr?.on("data", (bytes: Buffer) => (said += bytes.toString()));
  const ended = once(app, "exit");
  try {
    return await Promise.race([
      driveToAnswer(PORT, isFirst),
      ended.then(([code]) => {
        throw new Error(`The app ended with ${code}:\n${said.slice(-2_000)}`);
      }),
    ]);
  } finally {
    await endApp(root, app, ended);
  }
};

/** Chromium's sandbox needs rights that a container may not have. */
const sandbox = process.argv.includes("--no-sandbox") ? ["--no-sandbox"] : [];

/** As when the user logs out: the app gets time to write, xvfb-run ends with it. */
const endApp = async (root: CleanRoot, app: ChildProcess, ended: Promise<unknown>) => {
  if (app.exitCode !== null) return;
  try {
    root.run("pkill", "--oldest", "--exact", "satchel");
  } catch {
    app.kill();
  }
  await ended.catch(() => {});
};

const same = (a: readonly string[], b: readonly string[]) => a.length > 0 && a.join("\n") === b.join("\n");
