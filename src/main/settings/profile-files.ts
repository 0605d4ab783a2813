import { readdirSync } from "node:fs";
import { readFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import { errnoOf } from "../base/errno.ts";
import { readWhenChanged } from "../base/read-when-changed.ts";
import { writeAtomic, type WriteDisk } from "../base/write-atomic.ts";
import { fsFailure, onDisk } from "../workspace/fs-failure.ts";

/** The project's own profiles, one JSON file each: `.satchel/profiles/<id>.json`. */
export type ProfileFiles<Profile> = {
  /** Every profile that can be used, by id, and for each file that cannot the reason. */
  list(): Promise<{ profiles: Profile[]; problems: ProfileProblem[] }>;
  write(profile: Profile): Promise<void>;
  remove(id: string): Promise<void>;
};

export type ProfileProblem = { readonly file: string; readonly message: string };

/** What a profile may say is decided by the room that uses it. The problem is one sentence. */
export type ValidateProfile<Profile> = (value: unknown) => { profile: Profile } | { problem: string };

const maxBytes = 1024 * 1024;
const idPattern = /^[a-z0-9][a-z0-9-]*$/;

export const openProfileFiles = <Profile extends { readonly id: string }>(
  project: string,
  validate: ValidateProfile<Profile>,
  disk?: WriteDisk,
): ProfileFiles<Profile> => {
  const folder = join(project, ".satchel", "profiles");
  const read = readWhenChanged((path) => readProfile(path, validate));
  return {
    list: () => listProfiles(folder, read),
    write: async (profile) => {
      const path = pathOf(folder, profile.id);
      const text = `${JSON.stringify(profile, null, 2)}\n`;
      await onDisk(nameOf(profile.id), () => writeAtomic(path, text, undefined, disk && { disk }));
    },
    remove: async (id) => {
      try {
        await unlink(pathOf(folder, id));
      } catch (error) {
        if (!isMissing(error)) throw fsFailure(error, nameOf(id));
        throw new Failure("profile-not-found", `There is no saved profile "${id}".`, { id });
      }
    },
  };
};

const listProfiles = async <Profile extends { readonly id: string }>(
  folder: string,
  readProfile: (path: string) => Promise<ReturnType<ValidateProfile<Profile>>>,
) => {
  const profiles: Profile[] = [];
  const problems: ProfileProblem[] = [];
  for (const name of namesIn(folder)) {
    const read = await readProfile(join(folder, name));
    if ("problem" in read) problems.push({ file: `.satchel/profiles/${name}`, message: read.problem });
    else if (`${read.profile.id}.json` === name) profiles.push(read.profile);
    else {
      const message = `The profile's id is "${read.profile.id}", so the file must be called ${read.profile.id}.json.`;
      problems.push({ file: `.satchel/profiles/${name}`, message });
    }
  }
  return { profiles, problems };
};

const namesIn = (folder: string): string[] => {
  try {
    const names = readdirSync(folder);
    return names.filter((name) => name.endsWith(".json") && !name.startsWith(".")).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

const readProfile = async <Profile>(path: string, validate: ValidateProfile<Profile>) => {
  try {
    if ((await stat(path)).size > maxBytes) return { problem: "The file is far too large for a profile." };
    return validate(JSON.parse((await readFile(path, "utf8")).replace(/^\uFEFF/, "")));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      problem: error instanceof SyntaxError ? `Not valid JSON: ${reason}.` : `Cannot be read: ${reason}.`,
    };
  }
};

const pathOf = (folder: string, id: string): string => {
  if (idPattern.test(id)) return join(folder, `${id}.json`);
  throw new Failure("invalid-profile-id", "A profile's id is made of small letters, digits and hyphens.", {
    id,
  });
};

/** As the person knows it. */
const nameOf = (id: string): string => `.satchel/profiles/${id}.json`;

const isMissing = (error: unknown) => errnoOf(error) === "ENOENT";
