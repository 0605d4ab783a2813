import type { TeamEffect } from "#shared/model/team.ts";
import { classes } from "../ui/classes.ts";
import { formatTokens } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import ui from "../ui/basics.module.css";
import styles from "./team-pane.module.css";

const words = t.team.inbox;

/** For each agent of the open project: where it would stand, and what it would push out of its prompt. */
export const ProposalEffects = ({ effects }: { effects: readonly TeamEffect[] }) => (
  <ul className={classes(styles.effects, ui.muted, ui.small, ui.num)}>
    {effects.map(({ agent, agentName, layer, note, tokens, exact, pushedOut }) => {
      const count = (value: number) => t.team.tokens(formatTokens(value, exact));
      return (
        <li key={agent}>
          {layer === null
            ? words.effectNone(agentName)
            : words.effectOf(agentName, layerName(layer), count(tokens))}{" "}
          {note} {layer !== null && pushedOut.length === 0 && words.pushesNothing}
          {pushedOut.length > 0 && (
            <>
              <p className={ui.warn}>{words.pushes(agentName)}</p>
              <ul className={styles.pushed}>
                {pushedOut.map((less) => (
                  <li key={less.source}>{words.lessOf(less.source, count(less.tokens))}</li>
                ))}
              </ul>
            </>
          )}
        </li>
      );
    })}
  </ul>
);

const layerName = (layer: string): string =>
  new Map<string, string>(Object.entries(t.budget.layers)).get(layer) ?? layer;
