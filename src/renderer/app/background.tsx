import { useStore } from "zustand";
import { BackgroundQuestion } from "../chat/background-question.tsx";
import { told } from "../ui/told.ts";
import { useAnswering } from "./use-answering.ts";
import { useWorkbench } from "./workbench-context.ts";

/** Until the user has decided about the provider of this conversation, and only once something was said. */
export const Background = () => {
  const { client, chat } = useWorkbench();
  const { provider: asked } = useAnswering();
  const said = useStore(chat, (state) => state.entries.length > 1);
  if (!said || !asked || asked.kind === "builtin" || asked.local || asked.background !== "ask") return null;
  const decide = async (allowed: boolean) => {
    await client.call("providers.allowBackground", { id: asked.id, allowed });
  };
  return <BackgroundQuestion provider={asked.name} onDecide={(allowed) => told(decide(allowed))} />;
};
