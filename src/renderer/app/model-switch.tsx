import { isEmbeddingModel } from "#shared/model/embedding-model.ts";
import { Cpu } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { type ModelChoice, ModelMenu } from "../ui/model-menu.tsx";
import { notify } from "../ui/notify.tsx";
import { useAnswering } from "./use-answering.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";
import type { AnswerChoice } from "#shared/model/answer-choice.ts";
import type { ChoiceReach } from "../chat/answer-tuning.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./model-switch.module.css";

type Props = { place: "composer" | "status" };

/** The model that answers for the agent; a different one is two clicks away. */
export const ModelSwitch = ({ place }: Props) => {
  const { providers, app, chooseModel } = useWorkbench();
  const state = useStore(providers);
  const { agent, model, here, next, choose: chooseFor } = useAnswering();
  const [reach, setReach] = useState<"always" | ChoiceReach>("always");
  const opened = useApp((current) => current.modelMenu);
  const open = opened === place;
  const show = (next: boolean) => app.getState().showModels(next ? place : null);
  const chosen: ModelChoice = place === "composer" ? model : ((agent && state.choices[agent.id]) ?? null);
  const provider = state.providers.find(({ id }) => id === chosen?.provider);

  useEffect(() => {
    if (open) void state.askModels();
    // Asks once each time the menu opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [open]);

  if (!agent) return null;
  const choose = async (choice: ModelChoice) => {
    if (place === "composer" && reach !== "always") {
      return chooseFor(reach, { ...(reach === "message" ? next : here), model: choice });
    }
    // What is chosen for good is not hidden by what was chosen for less.
    if (here.model !== undefined) chooseFor("conversation", withoutModel(here));
    if (next.model !== undefined) chooseFor("message", withoutModel(next));
    await chooseModel(agent.id, choice);
    notify(t.chat.model.changed(agent.displayName, choice?.model ?? t.chat.model.builtin));
  };
  const name = chosen?.model ?? t.chat.model.builtin;
  const where = place === "status" && provider ? whereOf(provider) : null;
  return (
    <ModelMenu
      chosen={chosen}
      providers={state.providers}
      models={state.models.filter(({ id }) => !isEmbeddingModel(id))}
      problems={state.problems}
      loading={state.asking}
      open={open}
      onOpenChange={show}
      onChoose={(choice) => void choose(choice)}
      footer={
        place === "composer" && (
          <div className={styles.reach}>
            <span className={classes(ui.quiet, ui.small)}>{t.chat.model.reach}</span>
            <Segmented
              label={t.chat.model.reach}
              value={reach}
              options={[
                { value: "always", label: t.chat.tuning.always(agent.displayName) },
                { value: "conversation", label: t.chat.tuning.conversation },
                { value: "message", label: t.chat.tuning.message },
              ]}
              onChange={setReach}
            />
          </div>
        )
      }
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

const withoutModel = ({ model: _model, ...others }: AnswerChoice): AnswerChoice => others;

const whereOf = ({ name, baseUrl }: { name: string; baseUrl: string }): string =>
  /^https?:\/\/(localhost|127\.|\[::1\])/.test(baseUrl) ? t.app.statusLine.here(name) : name;
