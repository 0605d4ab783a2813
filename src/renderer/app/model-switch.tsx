import { Cpu } from "lucide-react";
import { useEffect } from "react";
import { useStore } from "zustand";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { type ModelChoice, ModelMenu } from "../ui/model-menu.tsx";
import { notify } from "../ui/notify.tsx";
import { useAgent } from "./use-agent.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";
import ui from "../ui/basics.module.css";
import styles from "./model-switch.module.css";

type Props = { place: "composer" | "status" };

/** The model that answers for the agent; a different one is two clicks away. */
export const ModelSwitch = ({ place }: Props) => {
  const { providers, app, chooseModel } = useWorkbench();
  const state = useStore(providers);
  const agent = useAgent();
  const opened = useApp((current) => current.modelMenu);
  const open = opened === place;
  const show = (next: boolean) => app.getState().showModels(next ? place : null);
  const chosen: ModelChoice = (agent && state.choices[agent.id]) ?? null;
  const provider = state.providers.find(({ id }) => id === chosen?.provider);

  useEffect(() => {
    if (open) void state.askModels();
    // Asks once each time the menu opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [open]);

  if (!agent) return null;
  const choose = async (choice: ModelChoice) => {
    await chooseModel(agent.id, choice);
    notify(t.chat.model.changed(agent.displayName, choice?.model ?? t.chat.model.builtin));
  };
  const name = chosen?.model ?? t.chat.model.builtin;
  const where = place === "status" && provider ? whereOf(provider) : null;
  return (
    <ModelMenu
      chosen={chosen}
      providers={state.providers}
      models={state.models}
      problems={state.problems}
      loading={state.asking}
      open={open}
      onOpenChange={show}
      onChoose={(choice) => void choose(choice)}
      onSetUp={() => app.getState().openSettings("models")}
    >
      <button type="button" className={styles.modelButton} data-place={place}>
        <Icon of={Cpu} size={13} />
        <span className={ui.spoken}>{t.chat.model.choose}: </span>
        <span className={ui.ellipsis}>{name}</span> {where && <span className={ui.quiet}>{where}</span>}
      </button>
    </ModelMenu>
  );
};

const whereOf = ({ name, baseUrl }: { name: string; baseUrl: string }): string =>
  /^https?:\/\/(localhost|127\.|\[::1\])/.test(baseUrl) ? t.app.statusLine.here(name) : name;
