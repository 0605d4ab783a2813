import { Waypoints } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { VList } from "virtua";
import { useStore } from "zustand";
import type { GraphEntity, GraphNeighbour } from "#shared/contract/memory-graph.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { Segmented } from "../ui/segmented.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { GraphPicture } from "./graph-picture.tsx";
import type { GraphStore } from "./graph-store.ts";
import { Problem } from "../ui/problem.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { NavRow, NavText, NavTitle } from "../ui/nav-list.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import memoryTableStyles from "./memory-table.module.css";
import styles from "./graph-view.module.css";

type Props = {
  store: GraphStore;
  agent: string | undefined;
  /** Takes a project-relative path. */
  onOpenFile: (path: string) => void;
};

const words = t.memory.graphView;
const hopChoices = () => ["1", "2", "3"].map((value) => ({ value, label: words.hop(Number(value)) }));
const forms = () => (["picture", "table"] as const).map((value) => ({ value, label: words.forms[value] }));

/** Entities on the left; on the right the neighbours of the selected one, as a picture and as a table. */
export const GraphView = ({ store, agent, onOpenFile }: Props) => {
  const state = useStore(store);
  const [form, setForm] = useState<"picture" | "table">("picture");
  useEffect(() => void store.getState().load(agent), [store, agent]);
  if (state.status === "loading") return <Skeleton label={t.memory.loading} rows={8} />;
  if (state.status === "failed") {
    return (
      <div className={ui.padded}>
        <Problem failure={state.failure} role="alert">
          <span className={ui.strong}>{t.memory.failed}</span>{" "}
          <span className={ui.muted}>{state.failure}</span>
          <div className={ui.row}>
            <Button size="small" onClick={() => void state.load(agent)}>
              {t.tryAgain}
            </Button>
          </div>
        </Problem>
      </div>
    );
  }
  if (state.total === 0) {
    return (
      <EmptyState topic="graph" icon={Waypoints} title={t.memory.empty.graph.title}>
        {t.memory.empty.graph.text}
      </EmptyState>
    );
  }
  const path = state.entity?.path ?? null;
  const choose = (id: string) => void state.choose(id);
  return (
    <div className={styles.graph}>
      <Entities
        entities={state.entities}
        total={state.total}
        chosen={state.entity?.id ?? null}
        onChoose={choose}
      />
      {state.entity && (
        <section className={styles.graphAround} aria-label={words.around(state.entity.name)}>
          <div className={styles.graphBar}>
            <h2 className={classes(ui.grow, ui.ellipsis)}>{state.entity.name}</h2>
            {path !== null && (
              <Button size="small" onClick={() => onOpenFile(path)}>
                {words.open}
              </Button>
            )}
            <Segmented
              label={words.hops}
              value={String(state.hops)}
              options={hopChoices()}
              onChange={(hops) => void state.setHops(Number(hops))}
            />
            <Segmented label={words.show} value={form} options={forms()} onChange={setForm} />
          </div>
          {state.neighbours.length === 0 && (
            <p className={classes(ui.muted, styles.graphLone)}>{words.lone}</p>
          )}
          {state.neighbours.length > 0 && form === "picture" && (
            <GraphPicture entity={state.entity} neighbours={state.neighbours} onChoose={choose} />
          )}
          {state.neighbours.length > 0 && form === "table" && (
            <Neighbours neighbours={state.neighbours} onChoose={choose} />
          )}
        </section>
      )}
    </div>
  );
};

type EntitiesProps = {
  entities: readonly GraphEntity[];
  /** Of all, also those that are not listed. */
  total: number;
  chosen: string | null;
  onChoose: (id: string) => void;
};

const Entities = ({ entities, total, chosen, onChoose }: EntitiesProps) => {
  const [filter, setFilter] = useState("");
  const shown = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return entities.filter(({ name, type }) => `${name} ${type}`.toLowerCase().includes(wanted));
  }, [entities, filter]);
  return (
    <div className={styles.graphSide}>
      <SearchField
        type="search"
        aria-label={words.filter}
        placeholder={words.filter}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      {entities.length < total && (
        <p className={classes(ui.quiet, ui.small, styles.graphLone)}>
          {words.some(formatCount(entities.length), formatCount(total))}
        </p>
      )}
      {shown.length === 0 && (
        <p className={classes(ui.quiet, ui.small, styles.graphLone)}>{words.nothing(filter)}</p>
      )}
      <VList role="list" aria-label={words.entities} data={shown} style={{ flex: 1 }} itemSize={44}>
        {({ id, name, type, links }) => (
          <div key={id} role="listitem">
            <NavRow aria-current={id === chosen || undefined} onClick={() => onChoose(id)}>
              <span className={ui.grow}>
                <NavTitle className={ui.ellipsis}>{name}</NavTitle>
                <NavText className={ui.num}>
                  {type}, {words.links(links)}
                </NavText>
              </span>
            </NavRow>
          </div>
        )}
      </VList>
    </div>
  );
};

type NeighboursProps = { neighbours: readonly GraphNeighbour[]; onChoose: (id: string) => void };

const Neighbours = ({ neighbours, onChoose }: NeighboursProps) => (
  <div className={styles.graphScroll}>
    <table className={classes(memoryTableStyles.memoryTable, ui.num)}>
      <caption className={ui.spoken}>{words.table}</caption>
      <thead>
        <tr>
          <th scope="col">{words.columns.name}</th>
          <th scope="col">{words.columns.hops}</th>
          <th scope="col">{words.columns.way}</th>
          <th scope="col">{words.columns.sure}</th>
        </tr>
      </thead>
      <tbody>
        {neighbours.map(({ entity, hops, path }) => (
          <tr key={entity.id}>
            <th scope="row">
              <LinkButton onClick={() => onChoose(entity.id)}>{entity.name}</LinkButton>
            </th>
            <td>{formatCount(hops)}</td>
            <td className={styles.graphWay}>
              {path.map(({ relation, source, type, target }) => (
                <span key={relation}>{`${source} ${type} ${target}`}</span>
              ))}
            </td>
            <td>{Math.round(100 * Math.min(...path.map(({ confidence }) => confidence)))} %</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
