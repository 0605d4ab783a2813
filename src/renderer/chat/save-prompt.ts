import { promptName } from "#shared/contract/prompts.ts";
import type { Client } from "#shared/contract/index.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { tell } from "./session-commands.ts";

/** A name as a person types it, as one that can be typed after the slash; null when nothing is left of it. */
export const nameFor = (typed: string): string | null => {
  const name = typed
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replaceAll(/^-|-$/g, "");
  return promptName.safeParse(name).success ? name : null;
};

export const savePrompt = (client: Client, name: string, text: string): Promise<void> =>
  tell(async () => {
    await client.call("prompts.save", { name, text });
    notify(t.chat.prompts.saved(name));
  });

export const removePrompt = (client: Client, name: string, onDone: () => void): Promise<void> =>
  tell(async () => {
    const { removed } = await client.call("prompts.remove", { name });
    onDone();
    if (!removed) return;
    notify(t.chat.prompts.removed(name), {
      action: { label: t.undo, run: () => void savePrompt(client, name, removed.text).then(onDone) },
    });
  });
