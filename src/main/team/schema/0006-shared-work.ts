import type { ServerMigration } from "./server-migration.ts";

/**
 * Proposals that their author can change, passages of long texts, and writes that are told apart by their content: a
 * client whose files were copied or restored counts from an old number, and its new writes must not pass for old ones.
 */
export const sharedWork: ServerMigration = {
  name: "shared work",
  sql: `
    alter table satchel.items add column bytes integer generated always as (octet_length(body)) stored;
    alter table satchel.proposals add column bytes integer generated always as (octet_length(body)) stored;
    alter table satchel.item_versions add column bytes integer generated always as (octet_length(body)) stored;
    -- Where a part lies in its text, in characters from 1.
    alter table satchel.item_vectors add column starts integer not null default 1;
    alter table satchel.item_vectors add column chars integer not null default 2000;
    alter table satchel.clients add column digest text;
    create index items_changed on satchel.items (space, updated_at desc, id);

    drop function satchel.once(uuid, bigint);
    -- True when this write has not happened yet. A number after a gap is refused: the one before it is missing. The
    -- digest is that of the write; null when its number is only used up.
    create function satchel.once(client uuid, number bigint, said text) returns boolean
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare known satchel.clients;
      begin
        perform satchel.need('reader');
        insert into satchel.clients (tenant, space, member, id, last)
          values (satchel.tenant_id(), satchel.space_id(), satchel.member_id(), client, 0)
          on conflict (space, id) do nothing;
        select c.* into known from satchel.clients c
          where c.space = satchel.space_id() and c.id = client and c.member = satchel.member_id() for update;
        if not found then raise exception 'a client of a different member' using errcode = 'ST002'; end if;
        if number <= known.last then
          if said is null or (number = known.last and coalesce(known.digest, said) = said) then return false; end if;
          raise exception 'a copied client' using errcode = 'ST009';
        end if;
        if number > known.last + 1 then
          raise exception 'missing %', known.last + 1 using errcode = 'ST004';
        end if;
        update satchel.clients c set last = number, digest = said
          where c.space = satchel.space_id() and c.id = client;
        return true;
      end $$;

    -- given: proposal, body?, heading?, forAll?, place?, origin. Of an own one that waits.
    create function satchel.revise(given jsonb) returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare one satchel.proposals;
      begin
        perform satchel.need('member');
        one := satchel.waiting((given->>'proposal')::uuid);
        if one.author <> satchel.member_id() then raise exception 'not yours' using errcode = 'ST002'; end if;
        update satchel.proposals p set body = coalesce(given->>'body', one.body),
            heading = coalesce(given->>'heading', one.heading), place = coalesce(given->>'place', one.place),
            for_all = coalesce((given->>'forAll')::boolean, one.for_all),
            dictionary = coalesce(given->>'dictionary', one.dictionary::text)::regconfig
          where p.space = one.space and p.id = one.id;
        perform satchel.note('revised', one.item, one.id, null);
      end $$;

    -- given: proposal, body?, heading?, forAll?, baseVersion?, vectors: number[][], places?: [starts, chars][], links.
    create or replace function satchel.accept(given jsonb) returns uuid
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      as $$
      declare
        one satchel.proposals;
        made uuid;
        at_version integer;
        -- The type lies in the schema of its extension, which is different on different servers.
        vector_part satchel.item_vectors.embedding%type;
        part jsonb;
        number integer := 0;
      begin
        perform satchel.need('reviewer');
        one := satchel.waiting((given->>'proposal')::uuid);
        made := coalesce(one.item, one.id);
        if one.item is null then
          insert into satchel.items (tenant, space, id, kind, state, path, heading, body, origin, dictionary, for_all,
              author, reviewer)
            values (one.tenant, one.space, made, one.kind, 'accepted', one.path,
              coalesce(given->>'heading', one.heading), coalesce(given->>'body', one.body), one.origin, one.dictionary,
              coalesce((given->>'forAll')::boolean, one.for_all), one.author, satchel.member_id());
          at_version := 1;
        else
          update satchel.items i set body = coalesce(given->>'body', one.body),
              heading = coalesce(given->>'heading', one.heading), version = i.version + 1, state = 'accepted',
              for_all = coalesce((given->>'forAll')::boolean, i.for_all), dictionary = one.dictionary,
              -- Derived from both, so the lower one.
              origin = (array['outside', 'tool', 'agent', 'you'])[least(
                array_position(array['outside', 'tool', 'agent', 'you'], i.origin),
                array_position(array['outside', 'tool', 'agent', 'you'], one.origin))],
              reviewer = satchel.member_id(), updated_at = now()
            where i.space = one.space and i.id = one.item
              -- A text that was merged names the version that it was merged with.
              and i.version = coalesce((given->>'baseVersion')::integer, one.base_version)
            returning i.version into at_version;
          if not found then raise exception 'changed since' using errcode = 'ST003'; end if;
        end if;
        insert into satchel.item_versions (tenant, space, item, version, heading, body, made_by)
          select i.tenant, i.space, i.id, i.version, i.heading, i.body, one.author from satchel.items i
          where i.space = one.space and i.id = made;
        delete from satchel.item_vectors v where v.space = one.space and v.item = made;
        for part in select value from jsonb_array_elements(coalesce(given->'vectors', '[]')) loop
          vector_part := part::text;
          insert into satchel.item_vectors (tenant, space, item, part, embedding, starts, chars)
            values (one.tenant, one.space, made, number + 1, vector_part,
              coalesce((given->'places'->number->>0)::integer, 1), coalesce((given->'places'->number->>1)::integer, 2000));
          number := number + 1;
        end loop;
        delete from satchel.item_links l where l.space = one.space and l.item = made;
        insert into satchel.item_links (tenant, space, item, key)
          select distinct one.tenant, one.space, made, value
          from jsonb_array_elements_text(coalesce(given->'links', '[]'));
        update satchel.proposals p set state = 'accepted', decided_by = satchel.member_id(), decided_at = now(),
            item = made
          where p.space = one.space and p.id = one.id;
        perform satchel.note('accepted', made, one.id, null);
        return made;
      end $$;

    grant execute on function satchel.once, satchel.revise to satchel_members;
  `,
};
