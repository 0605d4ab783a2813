import type { ServerMigration } from "./server-migration.ts";

/**
 * What members write. Every write has the number that its client gave it, in the same transaction, so it happens at
 * most once and in the order of its client. Versions decide conflicts, never clocks.
 */
export const writes: ServerMigration = {
  name: "writes",
  sql: `
    -- True when this write has not happened yet. A number after a gap is refused: the one before it is missing.
    create function satchel.once(client uuid, number bigint) returns boolean
      language plpgsql security definer set search_path = pg_catalog
      as $$
      declare done bigint;
      begin
        perform satchel.need('reader');
        insert into satchel.clients (tenant, space, member, id, last)
          values (satchel.tenant_id(), satchel.space_id(), satchel.member_id(), client, 0)
          on conflict (space, id) do nothing;
        select last into done from satchel.clients c
          where c.space = satchel.space_id() and c.id = client and c.member = satchel.member_id() for update;
        if not found then raise exception 'a client of a different member' using errcode = 'ST002'; end if;
        if number <= done then return false; end if;
        if number > done + 1 then raise exception 'missing %', done + 1 using errcode = 'ST004'; end if;
        update satchel.clients c set last = number where c.space = satchel.space_id() and c.id = client;
        return true;
      end $$;

    create function satchel.propose(given jsonb) returns void
      language plpgsql security definer set search_path = pg_catalog
      as $$
      declare old satchel.items;
      begin
        perform satchel.need('member');
        if given->>'item' is not null then
          select i.* into old from satchel.items i
            where i.space = satchel.space_id() and i.id = (given->>'item')::uuid;
          if not found then raise exception 'no such item' using errcode = 'ST006'; end if;
        end if;
        insert into satchel.proposals (tenant, space, id, item, base_version, kind, path, heading, body, origin,
            dictionary, for_all, place, author)
          values (satchel.tenant_id(), satchel.space_id(), (given->>'id')::uuid, old.id,
            (given->>'baseVersion')::integer, coalesce(old.kind, given->>'kind'), coalesce(old.path, given->>'path'),
            coalesce(given->>'heading', ''), given->>'body', given->>'origin',
            coalesce(given->>'dictionary', 'simple')::regconfig, coalesce((given->>'forAll')::boolean, false),
            coalesce(given->>'place', ''), satchel.member_id());
        perform satchel.note('proposed', old.id, (given->>'id')::uuid, null);
      end $$;

    create function satchel.waiting(asked uuid) returns satchel.proposals
      language plpgsql security definer set search_path = pg_catalog
      as $$
      declare found_one satchel.proposals;
      begin
        select p.* into found_one from satchel.proposals p
          where p.space = satchel.space_id() and p.id = asked for update;
        if not found then raise exception 'no such proposal' using errcode = 'ST006'; end if;
        if found_one.state <> 'waiting' then
          raise exception '%', found_one.state using errcode = 'ST008', detail = found_one.decided_by::text;
        end if;
        return found_one;
      end $$;

    -- given: proposal, body?, heading?, forAll?, vectors: number[][], links: text[]
    create function satchel.accept(given jsonb) returns uuid
      language plpgsql security definer set search_path = pg_catalog, satchel, public
      as $$
      declare
        one satchel.proposals;
        made uuid;
        at_version integer;
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
        insert into satchel.item_vectors (tenant, space, item, part, embedding)
          select one.tenant, one.space, made, n, value::text::halfvec
          from jsonb_array_elements(coalesce(given->'vectors', '[]')) with ordinality as parts (value, n);
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

    create function satchel.decline(asked uuid, said text) returns void
      language plpgsql security definer set search_path = pg_catalog
      as $$
      declare one satchel.proposals;
      begin
        one := satchel.waiting(asked);
        perform satchel.need(case when one.author = satchel.member_id() then 'member' else 'reviewer' end);
        update satchel.proposals p set
            state = case when one.author = satchel.member_id() then 'withdrawn' else 'declined' end,
            word = left(said, 1000), decided_by = satchel.member_id(), decided_at = now()
          where p.space = one.space and p.id = asked;
        perform satchel.note(case when one.author = satchel.member_id() then 'withdrawn' else 'declined' end,
          one.item, asked, null);
      end $$;

    create function satchel.retire(asked uuid, at_version integer) returns void
      language plpgsql security definer set search_path = pg_catalog
      as $$
      begin
        perform satchel.need('reviewer');
        perform from satchel.items i where i.space = satchel.space_id() and i.id = asked;
        if not found then raise exception 'no such item' using errcode = 'ST006'; end if;
        update satchel.items i set state = 'retired', updated_at = now()
          where i.space = satchel.space_id() and i.id = asked and i.version = at_version;
        if not found then raise exception 'changed since' using errcode = 'ST003'; end if;
        perform satchel.note('retired', asked, null, null);
      end $$;

    -- For everyone: the text, its versions, vectors, links, and the proposals it came from. Recorded without the text.
    create function satchel.forget(asked uuid) returns void
      language plpgsql security definer set search_path = pg_catalog
      as $$
      declare gone integer;
      begin
        perform satchel.need('reviewer');
        delete from satchel.proposals p
          where p.space = satchel.space_id() and (p.item = asked or p.id = asked);
        get diagnostics gone = row_count;
        delete from satchel.items i where i.space = satchel.space_id() and i.id = asked;
        if not found and gone = 0 then raise exception 'no such item' using errcode = 'ST006'; end if;
        perform satchel.note('forgotten', asked, null, null);
      end $$;

    revoke execute on all functions in schema satchel from public;
    grant execute on function satchel.once, satchel.propose, satchel.accept, satchel.decline, satchel.retire,
      satchel.forget to satchel_members;
  `,
};
