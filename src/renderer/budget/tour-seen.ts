import type { Client } from "#shared/contract/index.ts";
import type { Profile } from "#shared/model/profile.ts";

const TOUR = "budget";
/** The sample's own profile. The tour explains what this profile cuts. */
const SAMPLE_PROFILE = "bakery-counter";

export const wantsTour = async (client: Client, profiles: readonly Profile[]): Promise<boolean> => {
  if (!profiles.some(({ id }) => id === SAMPLE_PROFILE)) return false;
  const { user } = await client.call("settings.get", {});
  return !user.tours.includes(TOUR);
};

export const rememberTour = async (client: Client): Promise<void> => {
  const { user } = await client.call("settings.get", {});
  if (user.tours.includes(TOUR)) return;
  await client.call("settings.set", { user: { tours: [...user.tours, TOUR] } });
};
