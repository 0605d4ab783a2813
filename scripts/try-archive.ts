import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { driveToAnswer } from "./drive-packed.ts";

const PORT = 9_334;

/**
 * Unpacks the tar.gz into a folder and starts it there on a display of its own, with a home folder of its own:
 * first start to first answer, a second start, and removal by deleting the folder. One sentence for each fault.
 */
export const tryArchive = async (archive: string): Promise<readonly string[]> => {
  const place = mkdtempSync(join(tmpdir(), "satchel-archive-"));
  const faults: string[] = [];
  const expect = (isSo: boolean, sentence: string) => {
    console.log(`${isSo ? "ok" : "NOT"}: ${sentence}`);
    if (!isSo) faults.push(`Not so: ${sentence}`);
  };
  try {
    const [home, app] = [join(place, "home"), join(place, "app")];
    for (const folder of [home, app]) mkdirSync(folder);
    execFileSync("tar", ["-xzf", archive, "-C", app]);
    const [name, ...more] = readdirSync(app);
    expect(name !== undefined && more.length === 0, "The archive has one folder.");
    const start = (isFirst: boolean) => startAndAsk(join(app, name ?? "", "satchel"), home, isFirst);
    expect((await start(true)) !== "", "The unpacked app answers after its first start.");
    expect((await start(false)) !== "", "It opens the same project again and answers.");
    rmSync(app, { recursive: true });
    const files = readdirSync(home, { recursive: true, encoding: "utf8" });
    expect(
      files.some((file) => file.endsWith("HOURS.md")),
      "The user's files are still there when the app is gone.",
    );
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  }
  return faults;
};

const startAndAsk = async (program: string, home: string, isFirst: boolean): Promise<string> => {
  const options = [`--remote-debugging-port=${PORT}`, "--disable-gpu"];
  const isRoot = process.getuid?.() === 0;
  const app = spawn("xvfb-run", ["-a", program, ...options, ...(isRoot ? ["--no-sandbox"] : [])], {
    env: { PATH: process.env.PATH, LANG: "C.UTF-8", HOME: home },
    // A group of its own, so that ending it ends the display as well.
    detached: true,
    stdio: "ignore",
  });
  const ended = once(app, "exit");
  try {
    return await Promise.race([
      driveToAnswer(PORT, isFirst),
      ended.then(([code]) => {
        throw new Error(`The app ended with ${String(code)}.`);
      }),
    ]);
  } finally {
    if (app.pid !== undefined && app.exitCode === null) process.kill(-app.pid, "SIGTERM");
    await ended.catch(() => {});
  }
};
