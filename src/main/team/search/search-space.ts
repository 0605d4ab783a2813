import type { TransactionSql } from "postgres";
import type { TeamItem } from "#shared/model/team.ts";
import { iso, texts } from "../server/columns.ts";
import type { TeamIdentity, TeamServer } from "../server/team-server.ts";
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
const MAX_QUESTION_CHARS = 2_000;

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
        select i.id, i.words from satchel.items i, asked
        where i.words @@ asked.query and i.state = 'accepted' and (i.for_all or not ${onlyForAll})
        limit ${MAX_RANKED}
      ),
      words as (
        select id, ts_rank_cd(matches.words, asked.query, 1) as score from matches, asked
        order by score desc, id limit ${length}
      ),
      names as (
        select i.id, word_similarity(i.heading, ${question.text.slice(0, MAX_QUESTION_CHARS)}) as score
        from satchel.items i
        where i.heading <> '' and i.state = 'accepted' and (i.for_all or not ${onlyForAll})
          and i.heading <% ${question.text.slice(0, MAX_QUESTION_CHARS)}
        order by score desc, i.id limit ${length}
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
      select i.id, i.kind, i.path, i.heading, i.body, i.origin, i.version,
        i.for_all as "forAll",
        ${iso(sql, "i.updated_at")} as "updatedAt",
        coalesce(m.name, '') as "authorName", listed.list, listed.rank, listed.score
      from listed join satchel.items i on i.id = listed.id
      left join satchel.members m on m.space = i.space and m.id = i.author
      order by listed.list, listed.rank`;
    },
    limits,
  );

/** Any of the words, in the forms of each language. */
const askedFor = (sql: TransactionSql, { words, dictionaries }: TeamQuestion) => sql`
  select coalesce(string_agg('(' || part::text || ')', ' | '), '')::tsquery as query from (
    select plainto_tsquery(dictionary::regconfig, word) as part
    from (${texts(sql, dictionaries)}) as d (dictionary), (${texts(sql, words.slice(0, MAX_WORDS))}) as w (word)
  ) as parts where numnode(part) > 0`;

/** A text has several parts; the nearest one counts. */
const nearest = (sql: TransactionSql, { vector, onlyForAll }: TeamQuestion, length: number) => {
  if (vector === null) return sql`select null::uuid as id, 0::real as score where false`;
  const asked = JSON.stringify(vector);
  return sql`
    select id, max(score) as score from (
      select v.item as id, 1 - (v.embedding <=> ${asked}::halfvec(384)) as score from satchel.item_vectors v
      ${onlyForAll ? sql`join satchel.items i on i.space = v.space and i.id = v.item and i.for_all and i.state = 'accepted'` : sql``}
      order by v.embedding <=> ${asked}::halfvec(384) limit ${length * 2}
    ) as parts
    ${onlyForAll ? sql`` : sql`where exists (select from satchel.items i where i.id = parts.id and i.state = 'accepted')`}
    group by id order by score desc, id limit ${length}`;
};
