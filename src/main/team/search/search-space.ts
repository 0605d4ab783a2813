import type { TransactionSql } from "postgres";
import type { TeamItem } from "#shared/model/team.ts";
import { iso, texts } from "../server/columns.ts";
import type { TeamIdentity, TeamServer } from "../server/team-server.ts";
import { MAX_PASSAGE_CHARS } from "./places.ts";
import type { Dictionary } from "../space/dictionary.ts";

export type TeamQuestion = {
  /** Words of the question, without those that say nothing. */
  readonly words: readonly string[];
  readonly text: string;
  /** Null when it could not be embedded. */
  readonly vector: readonly number[] | null;
  /** Names of notes and things that the question may mean, in the form that links are kept in. */
  readonly keys: readonly string[];
  readonly dictionaries: readonly Dictionary[];
  /** An agent in the scope `shared` gets only what is for all. */
  readonly onlyForAll: boolean;
  readonly limit: number;
};

export const TEAM_LISTS = ["words", "names", "meaning", "links"] as const;
export type TeamListName = (typeof TEAM_LISTS)[number];

export type TeamFound = Pick<
  TeamItem,
  "id" | "kind" | "path" | "heading" | "body" | "origin" | "version" | "updatedAt" | "forAll"
> & {
  readonly authorName: string;
  readonly list: TeamListName;
  readonly rank: number;
  readonly score: number;
};

const LIST_LENGTH = 50;
/** Ranking costs some microseconds per match. */
const MAX_RANKED = 4_000;
const MIN_NAME_LIKENESS = 0.5;
const MAX_WORDS = 64;
/** Of the question, for names: each three letters of it are looked up. */
const MAX_NAME_CHARS = 300;
/** Up to this number of vectors are all compared, which is exact, and faster than an index over all spaces. */
const MAX_COMPARED = 2_000;

/**
 * All lists of the hybrid search in one statement, one row per list and hit: words by `tsvector` in the dictionary
 * of each text, names by trigrams, meaning by the HNSW index, links by name. They are fused where it is asked.
 */
export const searchSpace = (
  server: TeamServer,
  me: TeamIdentity,
  question: TeamQuestion,
  limits: { readonly maxMs?: number } = {},
): Promise<readonly TeamFound[]> =>
  server.inSpace(
    me,
    (sql) => {
      const { keys, onlyForAll, limit } = question;
      const length = Math.min(Math.max(limit, 1), LIST_LENGTH);
      return sql<TeamFound[]>`
      with asked as materialized (${askedFor(sql, question)}),
      matches as materialized (
        select i.id, i.words from asked, satchel.find_words(asked.query, ${onlyForAll}, ${MAX_RANKED}) as found (id)
        join satchel.items i on i.id = found.id
      ),
      words as (
        select id, ts_rank_cd(matches.words, asked.query, 1) as score from matches, asked
        order by score desc, id limit ${length}
      ),
      names as (
        select found.id, found.score
        from satchel.find_names(${question.text.slice(0, MAX_NAME_CHARS)}, ${onlyForAll}, ${length}) as found
        join satchel.items i on i.id = found.id
      ),
      meaning as (${nearest(sql, question, length)}),
      links as (
        select l.item as id, count(*)::real as score from satchel.item_links l
        join satchel.items i on i.space = l.space and i.id = l.item
        where l.key in (${texts(sql, keys)}) and i.state = 'accepted' and (i.for_all or not ${onlyForAll})
        group by l.item order by score desc, l.item limit ${length}
      ),
      listed as (
        select 'words' as list, id, score::float8, row_number() over (order by score desc, id)::integer as rank from words
        union all
        select 'names', id, score::float8, row_number() over (order by score desc, id)::integer
          from names where score >= ${MIN_NAME_LIKENESS}
        union all
        select 'meaning', id, score::float8, row_number() over (order by score desc, id)::integer from meaning
        union all
        select 'links', id, score::float8, row_number() over (order by score desc, id)::integer from links
      )
      select i.id, i.kind, i.path, i.heading, ${passage(sql, question)} as body, i.origin, i.version,
        i.for_all as "forAll",
        ${iso(sql, "i.updated_at")} as "updatedAt",
        coalesce(m.name, '') as "authorName", listed.list, listed.rank, listed.score
      from listed join satchel.items i on i.id = listed.id
      left join satchel.members m on m.space = i.space and m.id = i.author
      order by listed.list, listed.rank`;
    },
    { ...limits, isRead: true },
  );

/** Of a long text the part that has most of the words, or is nearest. */
const passage = (sql: TransactionSql, { words, vector }: TeamQuestion) => sql`
  case when i.bytes <= ${MAX_PASSAGE_CHARS * 2} then i.body else coalesce(
    (select substring(i.body from v.starts for least(v.chars, ${MAX_PASSAGE_CHARS})) from satchel.item_vectors v
     where v.space = i.space and v.item = i.id
     order by case when listed.list <> 'words' then 0 else (
         select count(*) from (${texts(sql, words.slice(0, MAX_WORDS))}) as w (word)
         where strpos(lower(substring(i.body from v.starts for v.chars)), lower(w.word)) > 0) end desc,
       ${vector === null ? sql`v.part` : sql`v.embedding <=> ${JSON.stringify(vector)}::halfvec(384)`}
     limit 1),
    left(i.body, ${MAX_PASSAGE_CHARS})) end`;

/** Any of the words, in the forms of each language. */
const askedFor = (sql: TransactionSql, { words, dictionaries }: TeamQuestion) => sql`
  select coalesce(string_agg('(' || part::text || ')', ' | '), '')::tsquery as query from (
    select plainto_tsquery(dictionary::regconfig, word) as part
    from (${texts(sql, dictionaries)}) as d (dictionary), (${texts(sql, words.slice(0, MAX_WORDS))}) as w (word)
  ) as parts where numnode(part) > 0`;

/**
 * A text has several parts; the nearest one counts. The index is over all spaces and is read until enough parts pass
 * the policy, but not without end: what a small space has beside large ones is compared part by part.
 */
const nearest = (sql: TransactionSql, { vector, onlyForAll }: TeamQuestion, length: number) => {
  if (vector === null) return sql`select null::uuid as id, 0::real as score where false`;
  const asked = JSON.stringify(vector);
  const wanted = length * 2;
  const parts = sql`
    from satchel.item_vectors v join satchel.items i on i.space = v.space and i.id = v.item
    where i.state = 'accepted' and (i.for_all or not ${onlyForAll})`;
  return sql`
    with known as materialized (
      select count(*) > ${MAX_COMPARED} as "isLarge"
      from (select from satchel.item_vectors limit ${MAX_COMPARED + 1}) as counted
    ),
    near as materialized (
      select v.item as id, v.embedding <=> ${asked}::halfvec(384) as distance ${parts}
        and (select "isLarge" from known)
      order by v.embedding <=> ${asked}::halfvec(384) limit ${wanted}
    ),
    -- The sum keeps the index out of it.
    compared as (
      select v.item as id, v.embedding <=> ${asked}::halfvec(384) as distance ${parts}
        and (select count(*) from near) < ${wanted}
      order by (v.embedding <=> ${asked}::halfvec(384)) + 0 limit ${wanted}
    )
    select id, (1 - min(distance))::real as score
    from (select * from near union all select * from compared) as both_ways
    group by id order by score desc, id limit ${length}`;
};
