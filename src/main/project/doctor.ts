import { randomUUID } from "node:crypto";
import { readdir, rm, stat, writeFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DoctorLine } from "#shared/contract/app.ts";
import { findLocalServers, usualServers } from "../providers/local-servers.ts";
import { checkDatabase, checkSqlite } from "../store/check-database.ts";
import type { RequestLog } from "../providers/request-log.ts";
import type { OpenProject } from "./open-project.ts";
import { describeOwner } from "./own-project.ts";
import type { Surroundings } from "./rooms.ts";

/** What is examined: the core, and the open project if there is one. */
export type Examined = Pick<Surroundings, "ports" | "paths" | "tokens"> & {
  readonly requests: RequestLog;
  currentProject(): OpenProject | null;
};

/** Looks at everything Satchel stands on, one line each. One look that fails does not keep the others from theirs. */
export const examine = async (context: Examined, signal: AbortSignal): Promise<DoctorLine[]> => {
  const looks: readonly (() => DoctorLine[] | Promise<DoctorLine[]>)[] = [
    () => [versions(context)],
    () => sqlite(),
    () => tokenizers(context),
    () => paths(context),
    () => project(context),
    () => embeddingModel(context),
    () => [electron(context)],
    () => localServers(context, signal),
  ];
  const lines = await Promise.all(looks.map(async (look) => look()));
  return lines.flat();
};

const line = (id: string, title: string, status: DoctorLine["status"], detail: string): DoctorLine => ({
  id,
  status,
  title,
  detail,
});

const versions = ({ ports }: Examined) =>
  line(
    "versions",
    "Satchel",
    "ok",
    `Satchel ${ports.version} on Node ${process.versions.node}, ${process.platform} ${process.arch}, ${ports.host} host.`,
  );

const sqlite = (): DoctorLine[] => {
  try {
    const found = checkSqlite();
    return [
      line("sqlite", "SQLite", "ok", `SQLite ${found.sqlite}.`),
      found.fts5
        ? line("fts5", "Full-text search", "ok", "FTS5 is there.")
        : line("fts5", "Full-text search", "broken", "This SQLite has no FTS5. Install Satchel again."),
      found.vec
        ? line("sqlite-vec", "Vector search", "ok", `sqlite-vec ${found.vec} compares the stored vectors.`)
        : line("sqlite-vec", "Vector search", "broken", "sqlite-vec is missing. Install Satchel again."),
    ];
  } catch (error) {
    return [line("sqlite", "SQLite", "broken", `SQLite does not load: ${messageOf(error)}`)];
  }
};

/** What each encoding must make of the sample. */
const sample = "Satchel counts tokens.";
const sampleTokens = { o200k_base: 5, cl100k_base: 6 };

const tokenizers = ({ tokens }: Examined): Promise<DoctorLine[]> =>
  Promise.all(
    Object.entries(sampleTokens).map(async ([encoding, expected]) => {
      const id = `tokenizer-${encoding}`;
      const title = `Tokenizer ${encoding}`;
      try {
        const count = await tokens.count(sample, encoding);
        if (count.tokens === expected) return line(id, title, "ok", "Loads and counts right.");
        return line(id, title, "broken", `Counts ${count.tokens} tokens where there are ${expected}.`);
      } catch (error) {
        return line(id, title, "broken", `Does not load: ${messageOf(error)}`);
      }
    }),
  );

const paths = async ({ paths, ports }: Examined): Promise<DoctorLine[]> => {
  const templates = await stat(join(paths.resources, "templates")).catch(() => null);
  const keys = ports.vault?.kind === "system" ? "the system's keychain" : "a file only you can read";
  return [
    (await canWrite(paths.userData))
      ? line("user-data", "Your data", "ok", `${paths.userData}; keys are kept in ${keys}.`)
      : line(
          "user-data",
          "Your data",
          "broken",
          `${paths.userData} cannot be written. Check its permissions.`,
        ),
    templates
      ? line("resources", "Resources", "ok", `${paths.resources}.`)
      : line(
          "resources",
          "Resources",
          "broken",
          `${paths.resources} has no templates. Install Satchel again.`,
        ),
  ];
};

const project = async (context: Examined): Promise<DoctorLine[]> => {
  const open = context.currentProject();
  if (!open) return [line("project", "Project", "absent", "No project is open.")];
  const database = checkDatabase(open.store.file);
  const repaired = open.recovered
    ? ` It was damaged; the old one is kept at ${open.recovered.setAside}.`
    : "";
  const { access } = open;
  return [
    access.nonce === null
      ? line("owner", "Owner", "warning", `${describeOwner(access.owner)}. It is open here for reading only.`)
      : line("owner", "Owner", "ok", `${describeOwner(access.owner)}.`),
    (await canWrite(open.folder))
      ? line("project", "Project", "ok", `${open.folder} can be written.`)
      : line("project", "Project", "broken", `${open.folder} cannot be written. Check its permissions.`),
    line(
      "database",
      "Database",
      database.ok ? (open.recovered ? "warning" : "ok") : "broken",
      database.detail + repaired,
    ),
  ];
};

const embeddingModel = async ({ paths }: Examined): Promise<DoctorLine[]> => {
  const names = await readdir(join(paths.resources, "models"), { recursive: true }).catch(() => []);
  const model = names.find((name) => name.endsWith(".onnx"));
  return [
    model
      ? line("embedding-model", "Embedding model", "ok", join(paths.resources, "models", model))
      : line(
          "embedding-model",
          "Embedding model",
          "absent",
          "Not built yet: memory is searched by keyword alone.",
        ),
  ];
};

const electron = ({ ports }: Examined): DoctorLine => {
  if (process.versions.electron)
    return line("electron", "Electron", "ok", `Electron ${process.versions.electron}.`);
  if (ports.electronBinary) return line("electron", "Electron", "ok", `${ports.electronBinary}.`);
  return line(
    "electron",
    "Electron",
    "absent",
    "Its binary is not here; `satchel start` tries to fetch it and uses the browser otherwise.",
  );
};

const localServers = async (context: Examined, signal: AbortSignal): Promise<DoctorLine[]> => {
  const found = await findLocalServers(context.requests, signal);
  return usualServers.map(({ name, baseUrl }) => {
    const server = found.find((candidate) => candidate.baseUrl === baseUrl);
    const id = `server-${name.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
    return server
      ? line(id, name, "ok", `Answers at ${baseUrl} with ${server.models.length} models.`)
      : line(id, name, "absent", `Nobody answers at ${baseUrl}.`);
  });
};

/** Tries it: permission bits say little on Windows, on network drives and for root. */
const canWrite = async (folder: string): Promise<boolean> => {
  const probe = join(folder, `.satchel-write-test-${randomUUID()}`);
  try {
    await makeFolder(folder);
    await writeFile(probe, "");
    await rm(probe);
    return true;
  } catch {
    return false;
  }
};

/** One level at a time: Node's recursive mkdir never returns where a file system answers ENOENT, as /proc does. */
const makeFolder = async (folder: string): Promise<void> => {
  if (await stat(folder).catch(() => null)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder);
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
