import { useEffect, useMemo, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import type { Origin } from "#shared/model/origin.ts";
import type { CommonBeginning, WatchedPart, WatchedRequest } from "#shared/model/watched-request.ts";
import { classes } from "../../ui/classes.ts";
import { failureText } from "../../ui/failure-text.ts";
import { formatBytes, formatCount, formatTokens } from "../../ui/format.ts";
import { layerColour } from "../../ui/layer-colour.ts";
import { LinkButton } from "../../ui/link-button.tsx";
import { t } from "../../ui/messages/index.ts";
import { OriginChip } from "../../ui/origin-chip.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { OriginLegend } from "../map/origin-legend.tsx";
import type { Lens } from "../map/part-origin.ts";
import { SegmentMap } from "../map/segment-map.tsx";
import { formatDollars } from "../next/cost.ts";
import { partId, watchedParts } from "./watched-parts.ts";
import ui from "../../ui/basics.module.css";
import styles from "./watched-detail.module.css";

type Props = { client: Client; request: WatchedRequest; onPlace: (path: string, line: number) => void };

const words = t.watch;
const lenses = () => (["layer", "origin"] as const).map((value) => ({ value, label: words.lenses[value] }));

/** One request: figures, where the cache broke, its parts as a map and as a table, and the text of each. */
export const WatchedDetail = ({ client, request, onPlace }: Props) => {
  const parts = useMemo(() => watchedParts(request), [request]);
  const [lens, setLens] = useState<Lens>("layer");
  const [only, setOnly] = useState<Origin | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const rows = request.parts.filter(({ origin }) => only === null || origin === only);
  return (
    <div className={styles.detail}>
      <header>
        <h2>{request.model ?? request.path}</h2>
        <p className={classes(ui.muted, ui.small)}>
          {[words.formats[request.format], `${request.method} ${request.path}`, request.client].join(" · ")}
        </p>
      </header>
      <Figures request={request} />
      {request.notes.map((note) => (
        <p key={note} className={ui.warn}>
          {note}
        </p>
      ))}
      {parts.length > 0 && (
        <>
          <Cache
            common={request.common}
            parts={request.parts}
            onSelect={(part) => setSelected(partId(request.id, part))}
          />
          <div className={styles.mapHead}>
            <Segmented label={words.colours} value={lens} options={lenses()} onChange={setLens} />
          </div>
          <div className={styles.map}>
            <SegmentMap
              parts={parts}
              before={null}
              selected={selected}
              onSelect={setSelected}
              card={null}
              lens={lens}
            />
          </div>
          <OriginLegend parts={parts} exact={false} only={only} onOnly={setOnly} />
          <PartTable
            client={client}
            request={request}
            rows={rows}
            selected={selected}
            onSelect={setSelected}
            onPlace={onPlace}
          />
        </>
      )}
    </div>
  );
};

const Figures = ({ request }: { request: WatchedRequest }) => {
  const { tokens, usage, cost, local, firstMs, ms, bytesSent, bytesReceived } = request;
  const said = (count: number | null | undefined) => (count == null ? words.unsaid : formatCount(count));
  const price = cost ? formatDollars(cost.dollars) : local ? words.local : words.noPrice;
  const from = cost && (cost.from === "answer" ? words.said : words.prices(cost.from.prices));
  const rows: readonly (readonly [string, string])[] = [
    [words.counted, tokens === null ? words.untaken : formatTokens(tokens, false)],
    [words.billed, said(usage?.input)],
    [words.cached, said(usage?.cached)],
    ...(usage?.cacheWritten == null ? [] : [[words.written, formatCount(usage.cacheWritten)] as const]),
    [words.wrote, said(usage?.output)],
    [words.cost, from ? `${price} ${from}` : price],
    [
      words.time,
      ms === null
        ? `${formatBytes(bytesSent)} ↑`
        : `${words.first(words.ms(formatCount(firstMs ?? ms)), words.ms(formatCount(ms)))}, ${formatBytes(bytesSent)} ↑ ${formatBytes(bytesReceived)} ↓`,
    ],
  ];
  return (
    <dl className={classes(styles.figures, ui.num)}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

type CacheProps = {
  common: CommonBeginning | null;
  parts: readonly WatchedPart[];
  onSelect: (part: WatchedPart) => void;
};

const Cache = ({ common, parts, onSelect }: CacheProps) => {
  if (!common) return <p className={classes(ui.quiet, ui.small)}>{words.noEarlier}</p>;
  const { broken, tokens, gone } = common;
  const count = formatTokens(tokens, false);
  const part = broken?.part == null ? undefined : parts[broken.part];
  return (
    <section className={styles.cache} aria-label={words.cacheTitle} data-broken={broken ? "" : undefined}>
      <h3>{words.cacheTitle}</h3>
      <p>
        {!broken
          ? words.whole(count)
          : part
            ? words.broken(count, broken.title, formatCount(broken.line))
            : words.shorter(count)}
      </p>
      {broken && part && (
        <dl>
          <dt>{words.before}</dt>
          <dd>
            <code>{broken.before}</code>
          </dd>
          <dt>{words.now}</dt>
          <dd>
            <LinkButton onClick={() => onSelect(part)}>
              <code>{broken.now}</code>
            </LinkButton>
          </dd>
        </dl>
      )}
      {gone.length > 0 && (
        <p className={classes(ui.muted, ui.small)} title={gone.map(({ title }) => title).join("\n")}>
          {words.gone(formatCount(gone.length))}
        </p>
      )}
    </section>
  );
};

type TableProps = {
  client: Client;
  request: WatchedRequest;
  rows: readonly WatchedPart[];
  selected: string | null;
  onSelect: (id: string | null) => void;
  onPlace: (path: string, line: number) => void;
};

const columns = ["kind", "title", "origin", "tokens", "change", "places"] as const;

const PartTable = ({ client, request, rows, selected, onSelect, onPlace }: TableProps) => (
  <table className={styles.parts} aria-label={words.parts}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} className={column === "tokens" ? ui.right : undefined}>
            {words.columns[column]}
          </th>
        ))}
      </tr>
    </thead>
    {rows.map((part) => {
      const id = partId(request.id, part);
      return (
        <tbody key={id}>
          <tr data-change={part.change} aria-selected={id === selected}>
            <td>
              <Swatch of={layerColour(part.layer)} spaced />
              {words.kinds[part.kind]}
            </td>
            <td className={styles.long}>
              <LinkButton
                aria-expanded={id === selected}
                onClick={() => onSelect(id === selected ? null : id)}
              >
                {part.title || words.kinds[part.kind]}
              </LinkButton>
            </td>
            <td>
              <OriginChip origin={part.origin} />
            </td>
            <td className={classes(ui.right, ui.num)}>{formatTokens(part.tokens, part.exact)}</td>
            <td>{request.common ? words.changes[part.change] : ""}</td>
            <td className={styles.places}>
              <Places part={part} onPlace={onPlace} />
            </td>
          </tr>
          {id === selected && (
            <tr>
              <td colSpan={columns.length}>
                <PartText client={client} request={request.id} part={part} />
              </td>
            </tr>
          )}
        </tbody>
      );
    })}
  </table>
);

const SHOWN_PLACES = 3;

const Places = ({ part: { places }, onPlace }: { part: WatchedPart; onPlace: TableProps["onPlace"] }) => {
  const [all, setAll] = useState(false);
  const left = places.length - SHOWN_PLACES;
  return (
    <>
      {(all ? places : places.slice(0, SHOWN_PLACES)).map(({ path, line, lastLine, at }) => (
        <LinkButton key={`${path}/${at}`} onClick={() => onPlace(path, line)}>
          {words.place(path, line === lastLine ? `${line}` : `${line}–${lastLine}`)}
        </LinkButton>
      ))}
      {!all && left > 0 && (
        <LinkButton onClick={() => setAll(true)}>{words.more(formatCount(left))}</LinkButton>
      )}
    </>
  );
};

const PartText = ({ client, request, part }: { client: Client; request: string; part: WatchedPart }) => {
  const [shown, setShown] = useState<{ text: string; cut: boolean } | null>(null);
  useEffect(() => {
    let isWanted = true;
    client.call("watch.part", { id: request, index: part.index }).then(
      (found) => isWanted && setShown(found),
      (error: unknown) => isWanted && setShown({ text: failureText(error), cut: false }),
    );
    return () => {
      isWanted = false;
    };
  }, [client, request, part.index]);
  return (
    <>
      <pre className={styles.text} tabIndex={0} aria-label={words.text(part.title)}>
        {shown?.text ?? ""}
      </pre>
      {shown?.cut && <p className={ui.warn}>{words.cut}</p>}
    </>
  );
};
