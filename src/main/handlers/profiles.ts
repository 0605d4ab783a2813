import type { Handlers } from "#shared/contract/index.ts";
import type { profilesRoutes } from "#shared/contract/profiles.ts";
import { listProfiles, removeProfile, saveProfile } from "../context/profiles/saved-profiles.ts";
import type { HandlerContext } from "./handler-context.ts";

export const profilesHandlers = (context: HandlerContext): Handlers<typeof profilesRoutes> => {
  const files = () => context.project().profiles;
  return {
    "profiles.list": () => listProfiles(files()),
    "profiles.save": ({ profile }) => saveProfile(files(), profile),
    "profiles.remove": ({ id }) => removeProfile(files(), id),
  };
};
