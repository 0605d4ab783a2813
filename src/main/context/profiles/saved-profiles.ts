import { Failure } from "#shared/contract/index.ts";
import type { ProfileData } from "#shared/model/profile.ts";
import type { ProfileFiles } from "../../settings/profile-files.ts";
import {
  deriveProfile,
  isShipped,
  type SavedProfile,
  shippedProfiles,
  shownProfile,
} from "./resolve-profile.ts";

type Files = ProfileFiles<ProfileData>;

/** The shipped profiles and the project's own, with warnings about files of the latter. */
export const listProfiles = async (files: Files) => {
  const { profiles, problems } = await files.list();
  return { profiles: [...shippedProfiles(), ...profiles].map(shownProfile), problems };
};

export const saveProfile = async (files: Files, asked: SavedProfile) => {
  const profile = deriveProfile(asked, (await files.list()).profiles);
  const change = await files.write(profile);
  return { profile: shownProfile(profile), change };
};

/** Fails with `profile-shipped`. */
export const removeProfile = async (files: Files, id: string) => {
  if (isShipped(id)) throw new Failure("profile-shipped", `"${id}" ships with the app and stays.`, { id });
  return { change: await files.remove(id) };
};
