import type { RunShape } from "#shared/contract/context.ts";
import { TEXT_LAYERS } from "#shared/model/layer.ts";
import { formatTokens } from "../../ui/format.ts";
import { t } from "../../ui/messages/index.ts";
import ui from "../../ui/basics.module.css";
import { turnNames } from "./turn-names.ts";

const words = t.budget.timeline;

/** The chart as a table, for screen readers: every turn with its layers, in the order of the chart. */
export const TimelineTable = ({ runs }: { runs: readonly RunShape[] }) => {
  const layers = TEXT_LAYERS.filter((layer) => runs.some((run) => tokensOf(run, layer) > 0));
  const names = turnNames(runs);
  return (
    <table className={ui.spoken}>
      <caption>{words.table}</caption>
      <thead>
        <tr>
          <th scope="col">{words.tableTurn}</th>
          <th scope="col">{words.tableSum}</th>
          {layers.map((layer) => (
            <th key={layer} scope="col">
              {t.budget.layers[layer] ?? layer}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {runs.map((run, index) => (
          <tr key={run.id}>
            <th scope="row">{words.turn(names[index] ?? { turn: index + 1, call: 1 })}</th>
            <td>{formatTokens(run.used, run.exact)}</td>
            {layers.map((layer) => (
              <td key={layer}>{formatTokens(tokensOf(run, layer), run.exact)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const tokensOf = (run: RunShape, layer: string): number =>
  run.layers.find(({ id }) => id === layer)?.tokens ?? 0;
