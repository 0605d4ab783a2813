/**
 * Which files may import `node:fs`. A project may be an untrusted folder, so paths in it go through
 * `base/kept-files.ts` (Satchel's own files) or `workspace/` (what the user asks for). Default deny: any
 * other file needs a line here that says which paths it opens and why that is safe.
 */
export const fileSystemRooms = ["base", "workspace"] as const;

/** Files whose functions write to any path they are given; importing one is like importing `node:fs`. */
export const pathTools = [
  "src/main/base/write-atomic.ts",
  "src/main/base/durable-folders.ts",
  "src/main/workspace/write-own-file.ts",
  "src/main/workspace/read-plain.ts",
  "src/main/workspace/file-state.ts",
] as const;

/** What these files export besides: names without a path to open, and writes that are recorded and checked. */
export const harmlessFileNames = [
  "isTemporaryName",
  "isOwnFile",
  "ownTarget",
  "writePlainly",
  "writeRecorded",
] as const;

/** Files that load a module by a name that stands in no import, and which. */
export const moduleLoaders: Readonly<Record<string, string>> = {
  "src/main/hosts/find-electron.ts": "finds where the package electron is; loads nothing",
  "src/main/providers/local/open-llama.ts": "replaces `fork` of node:child_process for the engine",
};

const IN_USER_DATA = "the user's own data folder, to which a project has no access";
const SHIPPED = "files that ship with the app";
const MODEL_FILE = "the beginning of a model file that the user chose or is shown; never written";
const STORE = "paths in .satchel that were looked at before, see project/layers/store-layer.ts";
const HISTORY = "a store in .satchel/history that was looked through for links before, opened by git's code";

export const fileSystemFiles: Readonly<Record<string, string>> = {
  "src/main/context/snapshot/list-project-files.ts": "the project's files, by lstat, links left out",
  "src/main/context/snapshot/snapshot-texts.ts": "the project's files, with O_NOFOLLOW and a limit",
  "src/main/embeddings/read-model.ts": SHIPPED,
  "src/main/mcp/client/found-servers.ts":
    "files of other programs in the home folder, when the user asks for them, with a limit; never written",
  "src/main/team/teams.ts": IN_USER_DATA,
  "src/main/project/person-place.ts": "the overlay folder, which is chosen in the user's own settings",
  "src/main/project/check-connections.ts":
    "whether a command can be run, and real paths to compare; nothing is opened",
  "src/main/project/doctor.ts": "whether shipped files are there",
  "src/main/project/measure-space.ts": "sizes in our own folder, by lstat, links left out",
  "src/main/project/why-not-writable.ts": "a probe with a random name",
  "src/main/history/git-objects.ts": HISTORY,
  "src/main/history/history-repo.ts": HISTORY,
  "src/main/history/history.ts": HISTORY,
  "src/main/history/repo-lock.ts": HISTORY,
  "src/main/history/work-tree.ts": "the workspace's files, by lstat and with O_NOFOLLOW",
  "src/main/hosts/cli/fetch-electron.ts": "a download in a temporary folder of its own",
  "src/main/hosts/cli/memory.ts": "the file that was named on the command line",
  "src/main/hosts/cli/obtain-electron.ts": IN_USER_DATA,
  "src/main/hosts/cli/project-here.ts":
    "whether the working directory looks like a project; nothing is opened",
  "src/main/hosts/cli/right-node.ts": SHIPPED,
  "src/main/hosts/cli/xray.ts": "the real path of the folder that was named on the command line",
  "src/main/hosts/core-address.ts": "the file that was named on the command line",
  "src/main/hosts/documents-folder.ts": "the desktop's list of the user's folders, in the home folder",
  "src/main/hosts/door/door-keys.ts": IN_USER_DATA,
  "src/main/hosts/door/open-door.ts": "removes the socket it made itself",
  "src/main/hosts/door/project-owner.ts": "the real path of the folder the user named; nothing is opened",
  "src/main/hosts/door/socket-address.ts": "a folder of its own for sockets, looked at with lstat",
  "src/main/hosts/electron/asset-protocol.ts": SHIPPED,
  "src/main/hosts/electron/electron-updates.ts": SHIPPED,
  "src/main/hosts/electron/log-file.ts": IN_USER_DATA,
  "src/main/hosts/electron/spell-check.ts": "the shipped dictionary, copied to the user's own data folder",
  "src/main/hosts/electron/vault.ts": IN_USER_DATA,
  "src/main/hosts/electron/window-state.ts": IN_USER_DATA,
  "src/main/hosts/file-vault.ts": IN_USER_DATA,
  "src/main/hosts/find-electron.ts": SHIPPED,
  "src/main/hosts/first-project.ts": "names in the user's documents; no file is opened",
  "src/main/hosts/host-paths.ts": SHIPPED,
  "src/main/hosts/web/launch-page.ts": IN_USER_DATA,
  "src/main/hosts/web/serve-web.ts": SHIPPED,
  "src/main/hosts/web/static-files.ts": SHIPPED,
  "src/main/memory/index/sign-file.ts": STORE,
  "src/main/project/layers/store-layer.ts": IN_USER_DATA,
  "src/main/importers/input/fingerprint.ts": "size and time of files that an import was planned from",
  "src/main/importers/known-places.ts":
    "names and times in folders of other programs in the user's home folder, never in a project; opens no file",
  "src/main/importers/input/open-source.ts":
    "what the user chose to import, by lstat and with O_NOFOLLOW; nothing is opened for writing",
  "src/main/providers/known-models.ts": IN_USER_DATA,
  "src/main/providers/local/facts-file.ts": IN_USER_DATA,
  "src/main/providers/local/found-models.ts":
    "names in the model folders of Ollama and LM Studio, links not followed; nothing is written",
  "src/main/providers/local/gguf-header.ts": MODEL_FILE,
  "src/main/providers/local/gguf-reader.ts": MODEL_FILE,
  "src/main/providers/local/list-model-paths.ts": "the folder that the user types, to complete a path",
  "src/main/providers/local/model-headers.ts": MODEL_FILE,
  "src/main/providers/network-settings.ts": "a certificate that the user's own settings name",
  "src/main/providers/open-providers.ts": SHIPPED,
  "src/main/readers/gather/listing.ts": "whether folders above have .git; the real path of the home folder",
  "src/main/readers/gather/read-beginning.ts":
    "instruction files, with O_NOFOLLOW and a limit, inside the folder",
  "src/main/readers/gather/walk-folder.ts": "lists folders; links are followed only while they stay inside",
  "src/main/settings/saved-prompts.ts": IN_USER_DATA,
  "src/main/settings/settings-place.ts": IN_USER_DATA,
  "src/main/settings/window-state.ts": IN_USER_DATA,
  "src/main/store/backup-generations.ts": STORE,
  "src/main/store/check-database.ts": STORE,
  "src/main/store/describe-backups.ts": STORE,
  "src/main/store/export-tables.ts": STORE,
  "src/main/store/open-checked-store.ts": STORE,
  "src/main/store/open-foreign-database.ts":
    "a database that the user imports, copied to a folder of its own",
  "src/main/store/open-store.ts": STORE,
  "src/main/store/read-header.ts": STORE,
  "src/main/store/restore-undos.ts": STORE,
  "src/main/store/set-aside.ts": STORE,
  "src/main/tokens/load-ranks.ts": SHIPPED,
  "src/main/tokens/reference-corpus.ts": "texts of this repository, for tests and benchmarks",
  "src/main/tokens/reference-tokenizer.ts": "a tokenizer of this repository, for tests and benchmarks",
  "src/main/tokens/tokenizer-files.ts": "a tokenizer that the user's own settings name",
};
