import { Failure, type Handlers } from "#shared/contract/index.ts";
import type { profilesRoutes } from "#shared/contract/profiles.ts";
import {
  deriveProfile,
  isShipped,
  shippedProfiles,
  shownProfile,
} from "../context/profiles/resolve-profile.ts";
import type { HandlerContext } from "./handler-context.ts";

export const profilesHandlers = (context: HandlerContext): Handlers<typeof profilesRoutes> => ({
  "profiles.list": async () => {
    const { profiles, problems } = await context.project().profiles.list();
    return { profiles: [...shippedProfiles(), ...profiles].map(shownProfile), problems };
  },
  "profiles.save": async ({ profile: asked }) => {
    const files = context.project().profiles;
    const profile = deriveProfile(asked, (await files.list()).profiles);
    const change = await files.write(profile);
    return { profile: shownProfile(profile), change };
  },
  "profiles.remove": async ({ id }) => {
    if (isShipped(id)) throw new Failure("profile-shipped", `"${id}" ships with the app and stays.`, { id });
    return { change: await context.project().profiles.remove(id) };
  },
});
