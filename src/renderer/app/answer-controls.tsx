import { useCallback, useEffect, useState } from "react";
import type { ProjectInfo } from "#shared/contract/project.ts";
import { maxTemperature, takes } from "#shared/model/sampling.ts";
import { AnswerTuning } from "../chat/answer-tuning.tsx";
import { ChoiceChips } from "../chat/choice-chips.tsx";
import { t } from "../ui/messages/index.ts";
import { useAnswering } from "./use-answering.ts";
import { useApp, useWorkbench } from "./workbench-context.ts";

/** One list, so that reading it twice is no change. */
const NO_AGENTS: ProjectInfo["agents"] = [];

/** The button beside the model: agent, profile and sampling of the next answers. */
export const Tuning = () => {
  const { here, next, ownAgent, model, provider, agent, choose } = useAnswering();
  const agents = useApp((state) => state.project?.agents ?? NO_AGENTS);
  const { profiles, profileOf, read } = useProfiles();
  return (
    <AnswerTuning
      here={here}
      next={next}
      own={{ agent: ownAgent, profile: profileOf[agent?.id ?? ownAgent] ?? "" }}
      agents={agents.map(({ id, displayName }) => ({ id, name: displayName }))}
      profiles={profiles}
      takes={provider ? takes(provider.kind, model?.model ?? "") : []}
      maxTemperature={provider ? maxTemperature(provider.kind, model?.model ?? "") : null}
      provider={provider?.name ?? t.chat.model.builtin}
      onOpen={read}
      onChoose={choose}
    />
  );
};

/** What was changed for the next answers. */
export const Chosen = () => {
  const { here, next, choose } = useAnswering();
  const agents = useApp((state) => state.project?.agents ?? NO_AGENTS);
  const { profiles, read } = useProfiles();
  const isNamed = here.profile !== undefined || next.profile !== undefined;
  useEffect(() => {
    if (isNamed) read();
  }, [isNamed, read]);
  return (
    <ChoiceChips
      here={here}
      next={next}
      agentName={(id) => agents.find((agent) => agent.id === id)?.displayName ?? id}
      profileName={(id) => profiles.find((profile) => profile.id === id)?.name ?? id}
      onChoose={choose}
    />
  );
};

type Known = {
  readonly profiles: readonly { readonly id: string; readonly name: string }[];
  /** The profile that each agent is set to. */
  readonly profileOf: Readonly<Record<string, string>>;
};

const useProfiles = () => {
  const { client } = useWorkbench();
  const [known, setKnown] = useState<Known>({ profiles: [], profileOf: {} });
  const read = useCallback(() => {
    Promise.all([client.call("profiles.list", {}), client.call("agents.list", {})]).then(
      ([{ profiles }, { agents }]) =>
        setKnown({
          profiles: profiles.map(({ id, title }) => ({ id, name: title })),
          profileOf: Object.fromEntries(agents.map(({ id, profile }) => [id, profile])),
        }),
      () => {},
    );
  }, [client]);
  return { ...known, read };
};
