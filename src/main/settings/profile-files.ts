import { Failure } from "#shared/contract/index.ts";
import { type KeptFile, KeptFolder } from "../base/kept-file.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { readWhenChanged } from "../base/read-when-changed.ts";
import { onDisk } from "../workspace/fs-failure.ts";
import { type OwnChange, type WriteOwnFile, writePlainly } from "../workspace/write-own-file.ts";

/** The project's own profiles, one JSON file each: `.satchel/profiles/<id>.json`. */
export type ProfileFiles<Profile> = {
  /** All usable profiles by id, and the reason for each file that is not usable. */
  list(): Promise<{ profiles: Profile[]; problems: ProfileProblem[] }>;
  /** Both return the change that can be undone; null when nothing changed. */
  write(profile: Profile, as?: OwnChange): Promise<string | null>;
  remove(id: string): Promise<string | null>;
};

export type ProfileProblem = { readonly file: string; readonly message: string };

/** The room that uses profiles decides what a profile may contain. The problem is one sentence. */
export type ValidateProfile<Profile> = (value: unknown) => { profile: Profile } | { problem: string };

const MAX_BYTES = 1024 * 1024;
/** Readable by the user only, like everything in `.satchel`. */
const FILE_MODE = 0o600;
const idPattern = /^[a-z0-9][a-z0-9-]*$/;

export const openProfileFiles = <Profile extends { readonly id: string }>(
  project: string,
  validate: ValidateProfile<Profile>,
  put: WriteOwnFile = writePlainly(project),
): ProfileFiles<Profile> => {
  const folder = new KeptFolder(new KeptFiles(project), ".satchel/profiles");
  const read = readWhenChanged((file) => readProfile(file, validate));
  return {
    list: () => listProfiles(folder, read),
    write: async (profile, as = { title: `Saved the profile ${profile.id}` }) => {
      const { files, path } = fileOf(folder, profile.id);
      const text = `${JSON.stringify(profile, null, 2)}\n`;
      files.requirePlain(path);
      return onDisk(path, () => put(path, text, as, FILE_MODE));
    },
    remove: async (id) => {
      const { files, path } = fileOf(folder, id);
      files.requirePlain(path);
      if (!files.stat(path)) {
        throw new Failure("profile-not-found", `There is no saved profile "${id}".`, { id });
      }
      return onDisk(path, () => put(path, null, { title: `Removed the profile ${id}` }));
    },
  };
};

const listProfiles = async <Profile extends { readonly id: string }>(
  folder: KeptFolder,
  readProfile: (file: KeptFile) => Promise<ReturnType<ValidateProfile<Profile>>>,
) => {
  const profiles: Profile[] = [];
  const problems: ProfileProblem[] = [];
  for (const name of namesIn(folder)) {
    const read = await readProfile(folder.file(name));
    if ("problem" in read) problems.push({ file: `.satchel/profiles/${name}`, message: read.problem });
    else if (`${read.profile.id}.json` === name) profiles.push(read.profile);
    else {
      const message = `The profile's id is "${read.profile.id}", so the file must be called ${read.profile.id}.json.`;
      problems.push({ file: `.satchel/profiles/${name}`, message });
    }
  }
  return { profiles, problems };
};

const namesIn = ({ files, path }: KeptFolder): string[] =>
  files
    .namesSync(path)
    .filter((name) => name.endsWith(".json") && !name.startsWith("."))
    .sort();

const readProfile = async <Profile>(file: KeptFile, validate: ValidateProfile<Profile>) => {
  try {
    const text = (await file.text(MAX_BYTES)) ?? "";
    return validate(JSON.parse(text.replace(/^\uFEFF/, "")));
  } catch (error) {
    if (error instanceof Failure) return { problem: error.message };
    const reason = error instanceof Error ? error.message : String(error);
    return {
      problem: error instanceof SyntaxError ? `Not valid JSON: ${reason}.` : `Cannot be read: ${reason}.`,
    };
  }
};

const fileOf = (folder: KeptFolder, id: string): KeptFile => {
  if (idPattern.test(id)) return folder.file(`${id}.json`);
  throw new Failure(
    "invalid-profile-id",
    "A profile's id may only contain lower-case letters, digits and hyphens.",
    {
      id,
    },
  );
};
