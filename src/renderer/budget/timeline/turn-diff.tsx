import { Equal, Minus, Pencil, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import { formatTokens } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { layerColour } from "../../ui/layer-colour.ts";
import { t } from "../../ui/messages/index.ts";
import { diffWhy } from "./diff-why.ts";
import { type DiffRow, groupDiff, type SegmentDiff } from "./group-diff.ts";
import { signed } from "../map/legend.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { classes } from "../../ui/classes.ts";
import ui from "../../ui/basics.module.css";
import styles from "./turn-diff.module.css";

type Diff = { readonly segments: readonly SegmentDiff[]; readonly tokens: { before: number; after: number } };

type Side = { readonly id: string; readonly name: string; readonly exact: boolean };

type Props = {
  client: Client;
  a: Side;
  b: Side;
};

const icons = { added: Plus, removed: Minus, changed: Pencil, same: Equal } as const;

/** Two turns, segment by segment: what is new, what is gone, what became longer or shorter. */
export const TurnDiff = ({ client, a, b }: Props) => {
  const [diff, setDiff] = useState<Diff | null>(null);
  const [all, setAll] = useState(false);
  useEffect(() => {
    let isWanted = true;
    client.call("context.diff", { from: a.id, to: b.id }).then(
      (found) => {
        if (isWanted) setDiff(found);
      },
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [client, a.id, b.id]);
  if (!diff) return null;
  const words = t.budget.timeline;
  const rows = groupDiff(diff.segments)
    .filter(({ change, before, after }) => (change !== "same" || all) && (before?.tokens || after?.tokens))
    .toSorted((x, y) => Math.abs(changeOf(y)) - Math.abs(changeOf(x)));
  const largest = Math.max(1, ...rows.map((row) => Math.abs(changeOf(row))));
  return (
    <section className={styles.diff} aria-label={words.from(a.name, b.name)}>
      <header className={classes(ui.row, styles.diffHead)}>
        <h2>{words.from(a.name, b.name)}</h2>
        <span className={classes(ui.muted, ui.small, ui.num)}>
          {words.sizes(formatTokens(diff.tokens.before, a.exact), formatTokens(diff.tokens.after, b.exact))}{" "}
          <b>{signed(diff.tokens.after - diff.tokens.before, a.exact && b.exact)}</b>
        </span>
        <span className={ui.grow} />
        <label className={classes(ui.row, ui.small, ui.muted, styles.diffAll)}>
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
          {words.unchanged}
        </label>
      </header>
      <table className={styles.diffTable}>
        <thead>
          <tr>
            <th scope="col">
              <span className={ui.spoken}>{words.columns.kind}</span>
            </th>
            <th scope="col">{words.columns.segment}</th>
            <th scope="col" className={ui.right}>
              {words.columns.a}
            </th>
            <th scope="col" className={ui.right}>
              {words.columns.b}
            </th>
            <td aria-hidden="true" className={styles.diffDrawn} />
            <th scope="col" className={ui.right}>
              {words.columns.change}
            </th>
            <th scope="col">{words.columns.why}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-change={row.change}>
              <td>
                <span role="img" aria-label={words.changeNames[row.change]}>
                  <Icon of={icons[row.change]} size={13} />
                </span>
              </td>
              <td className={classes(ui.strong, ui.ellipsis, styles.diffLong)}>
                <Swatch of={layerColour(row.layer)} spaced />
                {nameOf(row)}
              </td>
              <td className={classes(ui.right, ui.num)}>
                {row.before ? formatTokens(row.before.tokens, a.exact) : "–"}
              </td>
              <td className={classes(ui.right, ui.num)}>
                {row.after ? formatTokens(row.after.tokens, b.exact) : "–"}
              </td>
              <td aria-hidden="true" className={styles.diffDrawn}>
                <span className={styles.diffBar}>
                  <i
                    style={{
                      background: layerColour(row.layer),
                      width: `${(50 * Math.abs(changeOf(row))) / largest}%`,
                      left: changeOf(row) >= 0 ? "50%" : undefined,
                      right: changeOf(row) < 0 ? "50%" : undefined,
                    }}
                  />
                </span>
              </td>
              <td className={classes(ui.right, ui.num)}>
                {changeOf(row) === 0 ? "0" : signed(changeOf(row), a.exact && b.exact)}
              </td>
              <td className={classes(ui.muted, styles.diffWhy)}>{diffWhy(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className={classes(ui.muted, ui.small)}>{words.same}</p>}
    </section>
  );
};

const changeOf = ({ before, after }: SegmentDiff): number => (after?.tokens ?? 0) - (before?.tokens ?? 0);

const nameOf = ({ id, layer, source }: DiffRow): string => {
  if (id === layer) return t.budget.layers[layer] ?? layer;
  return t.budget.segmentNames[id] ?? source.slice(source.lastIndexOf("/") + 1);
};
