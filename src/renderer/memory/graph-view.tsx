import { Search, Waypoints } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { VList } from "virtua";
import { useStore } from "zustand";
import type { GraphEntity, GraphNeighbour } from "#shared/contract/memory-graph.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import { Segmented } from "../ui/segmented.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { GraphPicture } from "./graph-picture.tsx";
import type { GraphStore } from "./graph-store.ts";

type Props = { store: GraphStore; agent: string | undefined };

const words = t.memory.graphView;
const hopChoices = ["1", "2", "3"].map((value) => ({ value, label: words.hop(Number(value)) }));
const forms = (["picture", "table"] as const).map((value) => ({ value, label: words.forms[value] }));

/** Entities on the left; on the right what the chosen one leads to, as a picture and as a table. */
export const GraphView = ({ store, agent }: Props) => {
  const state = useStore(store);
  const [form, setForm] = useState<"picture" | "table">("picture");
  useEffect(() => void store.getState().load(agent), [store, agent]);
  if (state.status === "loading") return <Skeleton label={t.memory.loading} rows={8} />;
  if (state.status === "failed") {
    return (
      <div className="pane-trouble">
        <div className="trouble" role="alert">
          <span className="b">{t.memory.failed}</span> <span className="m">{state.failure}</span>
          <div className="row">
            <Button size="small" onClick={() => void state.load(agent)}>
              {t.tryAgain}
            </Button>
          </div>
        </div>
      </div>
    );
  }
  if (state.total === 0) {
    return (
      <EmptyState icon={Waypoints} title={t.memory.empty.graph.title}>
        {t.memory.empty.graph.text}
      </EmptyState>
    );
  }
  const choose = (id: string) => void state.choose(id);
  return (
    <div className="graph">
      <Entities entities={state.entities} chosen={state.entity?.id ?? null} onChoose={choose} />
      {state.entity && (
        <section className="graph-around" aria-label={words.around(state.entity.name)}>
          <div className="graph-bar">
            <h2 className="grow ell">{state.entity.name}</h2>
            <Segmented
              label={words.hops}
              value={String(state.hops)}
              options={hopChoices}
              onChange={(hops) => void state.setHops(Number(hops))}
            />
            <Segmented label={words.show} value={form} options={forms} onChange={setForm} />
          </div>
          {state.neighbours.length === 0 && <p className="m graph-lone">{words.lone}</p>}
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
  chosen: string | null;
  onChoose: (id: string) => void;
};

const Entities = ({ entities, chosen, onChoose }: EntitiesProps) => {
  const [filter, setFilter] = useState("");
  const shown = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return entities.filter(({ name, type }) => `${name} ${type}`.toLowerCase().includes(wanted));
  }, [entities, filter]);
  return (
    <div className="graph-side">
      <span className="memory-search">
        <Icon of={Search} size={13} />
        <input
          type="search"
          className="field"
          aria-label={words.filter}
          placeholder={words.filter}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      </span>
      {shown.length === 0 && <p className="s t12 graph-lone">{words.nothing(filter)}</p>}
      <VList role="list" aria-label={words.entities} data={shown} style={{ flex: 1 }} itemSize={44}>
        {({ id, name, type, links }) => (
          <div key={id} role="listitem">
            <button
              type="button"
              className="side-row"
              aria-current={id === chosen || undefined}
              onClick={() => onChoose(id)}
            >
              <span className="grow">
                <span className="side-title ell">{name}</span>
                <span className="side-text num">
                  {type}, {words.links(links)}
                </span>
              </span>
            </button>
          </div>
        )}
      </VList>
    </div>
  );
};

type NeighboursProps = { neighbours: readonly GraphNeighbour[]; onChoose: (id: string) => void };

const Neighbours = ({ neighbours, onChoose }: NeighboursProps) => (
  <div className="graph-scroll">
    <table className="memory-table num">
      <caption className="sr-only">{words.table}</caption>
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
              <button type="button" className="link" onClick={() => onChoose(entity.id)}>
                {entity.name}
              </button>
            </th>
            <td>{formatCount(hops)}</td>
            <td className="graph-way">
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
