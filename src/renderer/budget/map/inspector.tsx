import { MousePointerClick } from "lucide-react";
import { useEffect, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { Variant } from "#shared/model/trial.ts";
import { t } from "../../ui/messages/index.ts";
import { AdviceList } from "../next/advice-list.tsx";
import type { RestingState } from "../budget-state.ts";
import { targetOf } from "../tried-request.ts";
import { triedVariant } from "../tried-variant.ts";
import type { Effect } from "../next/effect.ts";
import { headingAbove } from "./heading-above.ts";
import { Numbers } from "../numbers.tsx";
import { PartCard } from "./part-card.tsx";
import type { Part } from "./parts.ts";
import type { Counted } from "../use-counted.ts";
import { useQuoted } from "../use-quoted.ts";
import { useMeasured } from "../use-measured.ts";
import { WhatIfPanel } from "../next/what-if-panel.tsx";
import { whySentence } from "./why.ts";
import sectionStyles from "../section.module.css";
import styles from "./inspector.module.css";

type Props = {
  client: Client;
  state: RestingState;
  parts: readonly Part[];
  selected: string | null;
  /** The difference between what is tried and what is saved. */
  effect: Effect | null;
  /** What the agent's own server counted, where it is asked. */
  counted: Counted | null;
  onOpen: (path: string) => void;
  onTryWithout: (path: string, agent: string) => void;
  onTryVariant: (variant: Variant) => void;
};

export const Inspector = (props: Props) => {
  const { client, state, parts, selected, effect, counted, onOpen, onTryWithout, onTryVariant } = props;
  const manifest = state.tried ?? state.saved;
  const part = parts.find(({ id }) => id === selected) ?? null;
  const heading = useHeading(client, part);
  const { lastTurn, speeds } = useMeasured(client, state.question.session ?? null);
  const quoted = useQuoted(client, lastTurn?.run ?? null);
  const target = targetOf(state);
  if (!manifest || !state.saved) return null;
  const model = state.models.find(({ id }) => id === manifest.model) ?? null;
  const provider = model?.provider ?? target?.agent.provider ?? null;
  return (
    <aside className={styles.inspector} aria-label={t.budget.inspector}>
      {part ? (
        <PartCard
          part={part}
          why={whySentence(part, {
            manifest,
            agent: target?.agent ?? null,
            profile: target?.profile ?? null,
            heading,
          })}
          quotedIn={part.segments.length === 1 ? (quoted.get(part.segments[0]?.id ?? "") ?? 0) : 0}
          target={target}
          revision={`${state.saved.id}/${JSON.stringify(state.whatIf)}`}
          onAsk={state.offers}
          onApply={(edit) => void state.apply(edit)}
          onOpen={onOpen}
          onTryWithout={(path) => onTryWithout(path, manifest.agent)}
        />
      ) : (
        <section className={sectionStyles.sec}>
          <EmptyState topic="budget" icon={MousePointerClick} title={t.budget.pick}>
            {t.budget.pickText}
          </EmptyState>
        </section>
      )}
      <WhatIfPanel
        saved={state.saved}
        parts={parts}
        agent={target?.agent.displayName ?? manifest.agent}
        effect={effect}
        whatIf={state.whatIf}
        hasTexts={Object.keys(state.question.texts).length > 0}
        models={state.models}
        profiles={state.profiles}
        onTry={state.tryOut}
        onKeep={() => void state.keepWhatIf()}
        onTrial={() => onTryVariant(triedVariant(state, manifest))}
        onCompare={() => state.show("compare")}
      />
      <Numbers
        manifest={manifest}
        model={model}
        isLocal={provider === null ? manifest.model === null : state.localProviders.includes(provider)}
        lastTurn={lastTurn}
        counted={counted}
        speed={speeds.find((speed) => speed.provider === provider && speed.model === manifest.model) ?? null}
      />
      <AdviceList client={client} state={state} onOpen={onOpen} />
    </aside>
  );
};

/** The heading under which a cut falls, read from the file itself. */
const useHeading = (client: Client, part: Part | null): string | null => {
  const [found, setFound] = useState<{ key: string; heading: string | null } | null>(null);
  const cutAt = part?.fate === "cut" ? part.segments[0]?.detail?.cutAt : undefined;
  const key = part?.path && cutAt !== undefined ? `${part.path}@${cutAt}` : null;
  useEffect(() => {
    if (key === null || !part?.path || cutAt === undefined) return;
    let isWanted = true;
    client.call("workspace.read", { path: part.path, root: "project" }).then(
      ({ text }) => {
        if (isWanted) setFound({ key, heading: headingAbove(text, cutAt) });
      },
      () => {},
    );
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says which text and where.
  }, [client, key]);
  return found?.key === key ? found.heading : null;
};
