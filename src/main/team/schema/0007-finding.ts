import type { ServerMigration } from "./server-migration.ts";

/**
 * Words and names by their indexes. Under a policy PostgreSQL compares no row by an operator that could tell about
 * it (`@@`, `<%`) before the policy let the row pass, so it read every text of a space for every question. These
 * functions run as a role whose only right is to compare: it cannot log in, they return ids and nothing else, only
 * of the own space, and the caller reads the rows under the policies.
 */
export const finding: ServerMigration = {
  name: "finding",
  sql: `
    do $$
    begin
      if not exists (select from pg_roles where rolname = 'satchel_finder') then
        create role satchel_finder nologin nosuperuser nobypassrls nocreatedb nocreaterole;
      end if;
    end $$;
    grant usage on schema satchel to satchel_finder;
    grant select (space, id, words, heading, state, for_all) on satchel.items to satchel_finder;
    grant execute on function satchel.space_id, satchel.named to satchel_finder;
    create policy finding on satchel.items for select to satchel_finder using (true);

    drop index satchel.items_words;
    drop index satchel.items_names;
    create index items_words on satchel.items using gin (space, words);
    create index items_names on satchel.items using gin (space, heading gin_trgm_ops) where heading <> '';

    create function satchel.find_words(asked tsquery, only_for_all boolean, most integer) returns setof uuid
      language plpgsql stable security definer set search_path = pg_catalog, pg_temp
      as $$
      begin
        return query execute 'select i.id from satchel.items i
          where i.space = $1 and i.words @@ $2 and i.state = ''accepted'' and (i.for_all or not $3) limit $4'
          using satchel.space_id(), asked, only_for_all, most;
      end $$;

    do $body$
    declare place text := (
      select quote_ident(n.nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where e.extname = 'pg_trgm');
    begin
      execute format($make$
        create function satchel.find_names(asked text, only_for_all boolean, most integer)
          returns table (id uuid, score real)
          language plpgsql stable security definer set search_path = pg_catalog, pg_temp
          as $$
          begin
            return query execute 'select i.id, %1$s.word_similarity(i.heading, $2) as score from satchel.items i
              where i.space = $1 and i.heading <> '''' and i.heading operator(%1$s.<%%) $2 and i.state = ''accepted''
                and (i.for_all or not $3)
              order by score desc, i.id limit $4'
              using satchel.space_id(), asked, only_for_all, most;
          end $$
      $make$, place);
    end $body$;

    grant execute on function satchel.find_words, satchel.find_names to satchel_members;
  `,
};
