import type Database from "better-sqlite3";
import { layerId } from "#shared/model/layer.ts";
import { movedResult, type MovedResult } from "#shared/model/moved-result.ts";
import { withoutTitles } from "./moved/part-titles.ts";
import type { SourceSums } from "./ledger/ledger-rows.ts";

export type CountedRun = {
  readonly run: string;
  readonly at: string;
  readonly agent: string;
  readonly estimated: boolean;
  /** Its answer was compared with what was sent. */
  readonly isCompared: boolean;
  readonly sources: readonly (Pick<SourceSums, "source" | "layer" | "title" | "tokens"> & {
    readonly quoted: boolean;
  })[];
};

type SourceRow = Omit<SourceSums, "layer" | "estimated"> & {
  readonly layer: string;
  readonly estimated: number;
};

/** Runs that are remembered as counted: far more than are stored. */
const MAX_RUNS = 50_000;
/** The newest results that are kept. */
const MAX_RESULTS = 2000;

/** What is known about what mattered, in the project's database. */
export class InfluenceStore {
  readonly #db: Database.Database;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** In place of an earlier result of the same judge. Of each source that was in it: whether it moved the answer. */
  saveResult(result: MovedResult, agent: string, samples: ReadonlyMap<string, boolean>): void {
    const { run, at } = result;
    const judge = judgeKey(result);
    this.#write(() => {
      this.#db
        .prepare("insert or replace into influence_results (run, judge, at, result) values (?, ?, ?, ?)")
        .run(run, judge, at, JSON.stringify(withoutTitles(result)));
      this.#db.prepare("delete from influence_samples where run = ? and judge = ?").run(run, judge);
      const insert = this.#db.prepare(
        "insert into influence_samples (run, judge, agent, source, moved) values (?, ?, ?, ?, ?)",
      );
      for (const [source, moved] of samples) insert.run(run, judge, agent, source, moved ? 1 : 0);
      this.#db
        .prepare(
          `delete from influence_results where rowid in
           (select rowid from influence_results order by at desc limit -1 offset ?)`,
        )
        .run(MAX_RESULTS);
    });
  }

  /** Newest first; titles that are words of a text are empty. */
  results(run: string): MovedResult[] {
    return this.#db
      .prepare<[string], { result: string }>(
        "select result from influence_results where run = ? order by at desc",
      )
      .all(run)
      .flatMap(({ result }) => {
        // A backup of a different version may have been restored.
        const parsed = movedResult.safeParse(JSON.parse(result));
        return parsed.success ? [parsed.data] : [];
      });
  }

  /** Of these runs, those that are not in the sums of sources yet. */
  uncounted(runs: readonly string[]): string[] {
    const has = this.#db.prepare("select 1 from influence_runs where run = ?");
    return runs.filter((run) => !has.get(run));
  }

  /** Adds what a run had of each source, once. */
  countRun({ run, at, agent, estimated, isCompared, sources }: CountedRun): void {
    this.#write(() => {
      const isNew = this.#db
        .prepare("insert or ignore into influence_runs (run, at) values (?, ?)")
        .run(run, at);
      if (isNew.changes === 0) return;
      const add = this.#db.prepare(
        `insert into influence_sources
           (agent, source, layer, title, times, tokens, estimated, compared, quoted, last_at, last_tokens)
         values (@agent, @source, @layer, @title, 1, @tokens, @estimated, @compared, @quoted, @at, @tokens)
         on conflict (agent, source) do update set
           layer = @layer, title = @title, times = times + 1, tokens = tokens + @tokens,
           estimated = max(estimated, @estimated), compared = compared + @compared,
           quoted = quoted + @quoted, last_at = @at, last_tokens = @tokens`,
      );
      for (const { quoted, ...source } of sources)
        add.run({
          ...source,
          agent,
          at,
          estimated: estimated ? 1 : 0,
          compared: isCompared ? 1 : 0,
          quoted: quoted ? 1 : 0,
        });
      this.#db
        .prepare(
          `delete from influence_runs where run in
           (select run from influence_runs order by at desc limit -1 offset ?)`,
        )
        .run(MAX_RUNS);
    });
  }

  /** What was sent of each source, and how many sampled answers it moved. */
  sources(agent: string | undefined): SourceSums[] {
    const rows = this.#db
      .prepare<[{ agent: string | null }], SourceRow>(
        `select s.agent, s.source, s.layer, s.title, s.times, s.tokens, s.estimated, s.compared, s.quoted,
           s.last_at as lastAt, s.last_tokens as lastTokens,
           coalesce(m.sampled, 0) as sampled, coalesce(m.moved, 0) as moved
         from influence_sources s left join
           (select agent, source, count(*) as sampled, sum(moved) as moved from
             (select agent, run, source, max(moved) as moved from influence_samples group by agent, run, source)
           group by agent, source) m on m.agent = s.agent and m.source = s.source
         where @agent is null or s.agent = @agent
         order by s.tokens desc limit 2000`,
      )
      .all({ agent: agent ?? null });
    return rows.flatMap(({ layer, estimated, ...row }) => {
      const known = layerId.safeParse(layer);
      return known.success ? [{ ...row, layer: known.data, estimated: estimated === 1 }] : [];
    });
  }

  /** Runs that a judge has an estimate of. */
  judgedBy(judge: string): ReadonlySet<string> {
    const rows = this.#db
      .prepare<[string], { run: string }>("select run from influence_results where judge = ?")
      .all(judge);
    return new Set(rows.map(({ run }) => run));
  }

  /** A project that is open for reading only keeps nothing. */
  #write(work: () => void): void {
    if (this.#db.open && !this.#db.readonly) this.#db.transaction(work).immediate();
  }
}

export const judgeKey = ({
  judge,
}: {
  readonly judge: Pick<MovedResult["judge"], "kind" | "model">;
}): string => `${judge.kind}:${judge.model}`;
