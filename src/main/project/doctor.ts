import { createHash } from "node:crypto";
import { constants, createReadStream, existsSync } from "node:fs";
import { access, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { DoctorLine } from "#shared/contract/app.ts";
import { bytesText } from "#shared/model/number-text.ts";
import { bundledModel, modelFolder } from "../embeddings/bundled-model.ts";
import { findLocalServers, usualServers } from "../providers/local-servers.ts";
import { checkDatabase, checkSqlite, type DatabaseCheck } from "../store/check-database.ts";
import type { RequestLog } from "../providers/request-log.ts";
import { privateFolder } from "../workspace/path-policy.ts";
import { checkConnections } from "./check-connections.ts";
import { measureSpace } from "./measure-space.ts";
import type { OpenProject } from "./open-project.ts";
import { describeOwner } from "./own-project.ts";
import type { Surroundings } from "./rooms.ts";
import { whyNotWritable } from "./why-not-writable.ts";

/** What is examined: the core, and the open project if there is one. */
export type Examined = Pick<Surroundings, "ports" | "paths" | "tokens" | "userSettings"> & {
  readonly requests: RequestLog;
  currentProject(): OpenProject | null;
};

/** Checks everything that Satchel depends on; one line per check. A check that fails does not stop the others. */
export const examine = async (context: Examined, signal: AbortSignal): Promise<DoctorLine[]> => {
  const looks: readonly (() => DoctorLine[] | Promise<DoctorLine[]>)[] = [
    () => [versions(context)],
    () => sqlite(),
    () => tokenizers(context),
    () => paths(context),
    () => project(context),
    () => space(context),
    () => embeddingModel(context),
    () => [electron(context)],
    () => localServers(context, signal),
    () => connections(context),
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

/** The expected count of the sample per encoding. */
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
  const unwritable = await whyNotWritable(paths.userData);
  const keys = ports.vault?.kind === "system" ? "the system's keychain" : "a file only you can read";
  return [
    unwritable === null
      ? line("user-data", "Your data", "ok", `${paths.userData}; keys are kept in ${keys}.`)
      : line("user-data", "Your data", "broken", unwritable),
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

const ownerLine = ({ access: { nonce, owner } }: OpenProject): DoctorLine => {
  if (owner === null)
    return line("owner", "Owner", "warning", "The folder cannot be written. It is open for reading only.");
  return nonce === null
    ? line("owner", "Owner", "warning", `${describeOwner(owner)}. It is open here for reading only.`)
    : line("owner", "Owner", "ok", `${describeOwner(owner)}.`);
};

const project = async (context: Examined): Promise<DoctorLine[]> => {
  const open = context.currentProject();
  if (!open) return [line("project", "Project", "absent", "No project is open.")];
  const database = checkOpenDatabase(open.store.file);
  const repaired = open.recovered
    ? ` It was damaged; the old one is kept at ${open.recovered.setAside}.`
    : "";
  const unwritable = await whyProjectNotWritable(open);
  return [
    ownerLine(open),
    unwritable === null
      ? line("project", "Project", "ok", `${open.folder} can be written.`)
      : line("project", "Project", "broken", unwritable),
    line(
      "database",
      "Database",
      database.ok ? (open.recovered ? "warning" : "ok") : "broken",
      database.detail + repaired,
    ),
  ];
};

/**
 * An open database without a file is lost when the project is closed, so it is reported as broken, not as "not
 * yet".
 */
const checkOpenDatabase = (file: string): DatabaseCheck =>
  existsSync(file)
    ? checkDatabase(file)
    : {
        ok: false,
        detail: `${file} was removed while it is in use. Close the project and open it again: it is rebuilt from your files and the newest backup.`,
      };

/** What Satchel's own data of the folder take, and how to free what can be freed. */
const space = async (context: Examined): Promise<DoctorLine[]> => {
  const open = context.currentProject();
  if (!open) return [];
  const used = await measureSpace(join(open.folder, privateFolder));
  const { database, backup, versions, setAside, other, setAsideNames, isWhole } = used;
  const all = bytesText(database + backup + versions + setAside + other);
  const parts = `database ${bytesText(database)}, backup ${bytesText(backup)}, versions of files ${bytesText(versions)}, other ${bytesText(other)}`;
  const most = open.settings.get().runsMaxBytes;
  return [
    line("space", "Disk space", "ok", `${isWhole ? "" : "At least "}${all} in ${privateFolder}: ${parts}.`),
    line(
      "space-prompts",
      "Stored prompts",
      "ok",
      `${bytesText(open.runs.bytes())} of at most ${bytesText(most)}, in the database and again in the backup. A smaller runsMaxBytes in the settings frees the oldest with the next message.`,
    ),
    ...(setAsideNames.length === 0
      ? []
      : [
          line(
            "space-set-aside",
            "Damaged databases",
            "warning",
            `${bytesText(setAside)} in ${join(privateFolder, setAsideNames[0] ?? "")}${setAsideNames.length === 1 ? "" : ` and ${setAsideNames.length - 1} more`}. Nothing uses them: delete them when you miss nothing.`,
          ),
        ]),
  ];
};

/** Compares the files with the hashes that were tested: one wrong bit makes vectors meaningless. */
const embeddingModel = async ({ paths }: Examined): Promise<DoctorLine[]> => {
  const folder = modelFolder(paths.resources);
  const of = (status: DoctorLine["status"], detail: string) => [
    line("embedding-model", "Embedding model", status, detail),
  ];
  if (!existsSync(folder)) return of("absent", "Not built yet: memory is searched by keyword alone.");
  for (const [name, expected] of Object.entries(bundledModel.files)) {
    const found = await hashOf(join(folder, name)).catch(() => null);
    if (found === expected) continue;
    const what = found === null ? "missing" : "damaged";
    const detail = `${join(folder, name)} is ${what}: memory is searched by keyword alone. Install Satchel again.`;
    return of("broken", detail);
  }
  return of("ok", join(folder, "model.onnx"));
};

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
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

/** Other programs that use the memory of the folder, by settings in the folder. */
const connections = async (context: Examined): Promise<DoctorLine[]> => {
  const open = context.currentProject();
  if (!open) return [];
  const home = context.userSettings.get().xray.outside ? homedir() : null;
  const found = await checkConnections(open.real, { home });
  const lines = found.map(({ program, name, status, detail }) =>
    line(`connection-${program}`, name, status, detail),
  );
  if (found.some(({ status }) => status !== "absent")) return lines;
  return [
    line("connections", "Other programs", "absent", "None is connected by a file of this folder."),
    ...lines,
  ];
};

/** Writes only into the folder that is Satchel's own, and only while the project is at its place. */
const whyProjectNotWritable = async ({ folder, access: owned }: OpenProject): Promise<string | null> => {
  const refusal = await owned.refusal();
  if (refusal?.code === "folder-not-found") return refusal.message;
  const inOwn = await whyNotWritable(join(folder, privateFolder));
  if (inOwn !== null) return inOwn;
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable ? null : `${folder} cannot be written. Check its permissions.`;
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
