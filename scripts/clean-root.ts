import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** A Debian of its own in a folder, with one user: where a package is installed as on a new computer. */
export type CleanRoot = {
  /** Runs a command as root; its output. Throws with it when the command fails. */
  readonly run: (...command: string[]) => string;
  /** Installs a package of this machine with what it depends on. */
  readonly install: (deb: string) => void;
  /** Starts the app as the user, on a display of its own. */
  readonly start: (command: string, args: readonly string[]) => ChildProcess;
  /** Path, size and hash of every file below the user's home, in order. */
  readonly homeFiles: () => readonly string[];
  readonly folder: string;
  readonly close: () => void;
};

const USER = "ada";

/** Devices of its own, so that nothing of this machine is mounted below the folder. */
const DEVICES = [
  ["null", 3],
  ["zero", 5],
  ["full", 7],
  ["random", 8],
  ["urandom", 9],
] as const;

/** Needs the rights of root, and a mirror of Debian for what is not in the folder yet. */
export const openCleanRoot = (folder: string): CleanRoot => {
  if (!existsSync(join(folder, "etc", "debian_version"))) {
    const mirror = "http://deb.debian.org/debian";
    execFileSync("debootstrap", ["--variant=minbase", "bookworm", folder, mirror], { stdio: "inherit" });
  }
  // Names of computers are found as on this machine.
  copyFileSync("/etc/resolv.conf", join(folder, "etc", "resolv.conf"));
  writeFileSync(join(folder, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  const mounted = mountOwn(folder);
  const run = (...command: string[]) =>
    execFileSync("chroot", [folder, "/usr/bin/env", "DEBIAN_FRONTEND=noninteractive", ...command], {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
  const hasUser = readFileSync(join(folder, "etc/passwd"), "utf8").includes(`\n${USER}:`);
  if (!hasUser) run("useradd", "--create-home", USER);
  run("apt-get", "update", "-qq");
  run("apt-get", "install", "-qq", "-y", "--no-install-recommends", "xvfb", "xauth", "procps");
  return {
    folder,
    run,
    install: (deb) => {
      copyFileSync(deb, join(folder, "tmp", basename(deb)));
      run("apt-get", "install", "-qq", "-y", "--no-install-recommends", `/tmp/${basename(deb)}`);
      rmSync(join(folder, "tmp", basename(deb)));
    },
    start: (command, args) => {
      const asUser = ["chroot", [`--userspec=${USER}:${USER}`, folder, "/usr/bin/env", "-i"]] as const;
      const variables = [`HOME=/home/${USER}`, "PATH=/usr/bin:/bin", "LANG=C.UTF-8"];
      return spawn(asUser[0], [...asUser[1], ...variables, "xvfb-run", "-a", command, ...args], {
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      });
    },
    homeFiles: () => filesBelow(join(folder, "home", USER)),
    close: () => {
      for (const place of mounted.toReversed()) execFileSync("umount", [place]);
    },
  };
};

const mountOwn = (folder: string): readonly string[] => {
  const mounted: string[] = [];
  const mount = (type: string, place: string) => {
    execFileSync("mkdir", ["-p", join(folder, place)]);
    execFileSync("mount", ["-t", type, type, join(folder, place)]);
    mounted.push(join(folder, place));
  };
  mount("proc", "proc");
  mount("tmpfs", "dev");
  for (const [name, minor] of DEVICES)
    execFileSync("mknod", ["-m", "666", join(folder, "dev", name), "c", "1", String(minor)]);
  mount("tmpfs", "dev/shm");
  mount("devpts", "dev/pts");
  return mounted;
};

const filesBelow = (home: string): readonly string[] =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => {
      const bytes = readFileSync(path);
      return `${path.slice(home.length)} ${bytes.length} ${createHash("sha256").update(bytes).digest("hex")}`;
    });
