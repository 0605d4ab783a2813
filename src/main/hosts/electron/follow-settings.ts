import type { Carrier, Events } from "#shared/contract/index.ts";
import { userSettings, type UserSettings } from "#shared/contract/settings.ts";

export type Followed = {
  /** Resolves when the settings were applied for the first time. */
  readonly ready: Promise<void>;
  readonly close: () => void;
};

/** Applies the user's settings now and whenever they change. */
export const followSettings = (core: Carrier, apply: (user: UserSettings) => void): Followed => {
  const stopListening = core.listen((event) => {
    const user = changedSettings(event);
    if (user) apply(user);
  });
  const readOnce = async () => {
    const reply = await core.request("settings.get", {});
    const user = userOf(reply.ok ? reply.value : null);
    if (user) apply(user);
  };
  return { ready: readOnce(), close: stopListening };
};

const changedSettings = (event: Events): UserSettings | null => {
  const name: string = event.event;
  return name === "settings.changed" ? userOf(event) : null;
};

const userOf = (value: unknown): UserSettings | null => {
  const user = typeof value === "object" && value !== null && "user" in value ? value.user : null;
  return userSettings.safeParse(user).data ?? null;
};
