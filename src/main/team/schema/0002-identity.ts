import type { ServerMigration } from "./server-migration.ts";

/**
 * Who is asking. The proof binds tenant, space and member to this transaction of this connection: it cannot be
 * carried to a different one, and nobody but the owner of the schema can read the key that makes it.
 */
export const identity: ServerMigration = {
  name: "identity",
  sql: `
    create function satchel.proof_of(tenant text, space text, member text) returns text
      language sql stable security definer set search_path = pg_catalog
      as $$
        select encode(sha256(key || convert_to(concat_ws('|', tenant, space, member, pg_backend_pid()::text,
          extract(epoch from transaction_timestamp())::text), 'UTF8')), 'hex')
        from satchel.proof_key
      $$;

    create function satchel.named(what text) returns uuid
      language sql stable security definer set search_path = pg_catalog
      as $$
        select case when current_setting('satchel.proof', true) = satchel.proof_of(
            current_setting('satchel.tenant', true), current_setting('satchel.space', true),
            current_setting('satchel.member', true))
          then nullif(current_setting('satchel.' || what, true), '')::uuid end
      $$;
    create function satchel.tenant_id() returns uuid language sql stable set search_path = pg_catalog
      as $$ select satchel.named('tenant') $$;
    create function satchel.space_id() returns uuid language sql stable set search_path = pg_catalog
      as $$ select satchel.named('space') $$;
    create function satchel.member_id() returns uuid language sql stable set search_path = pg_catalog
      as $$ select satchel.named('member') $$;

    create function satchel.set_identity(tenant uuid, space uuid, member uuid) returns void
      language plpgsql security definer set search_path = pg_catalog
      as $$
      begin
        perform set_config('satchel.tenant', tenant::text, true);
        perform set_config('satchel.space', space::text, true);
        perform set_config('satchel.member', member::text, true);
        perform set_config('satchel.proof', satchel.proof_of(tenant::text, space::text, member::text), true);
      end $$;

    create function satchel.is_owner() returns boolean language sql stable set search_path = pg_catalog
      as $$
        select current_user = pg_get_userbyid(nspowner) from pg_namespace where nspname = 'satchel'
      $$;

    create function satchel.enter(asked_space uuid, asked_member uuid, said text) returns text
      language plpgsql security definer set search_path = pg_catalog
      as $$
      declare one satchel.members;
      begin
        select m.* into one from satchel.members m
          join satchel.member_keys k on k.space = m.space and k.member = m.id
          where m.space = asked_space and m.id = asked_member and m.left_at is null
            and k.secret = sha256(convert_to(said, 'UTF8'));
        if not found then
          raise exception 'not a member' using errcode = 'ST001';
        end if;
        perform satchel.set_identity(one.tenant, one.space, one.id);
        return one.role;
      end $$;

    create function satchel.my_role() returns text
      language sql stable security definer set search_path = pg_catalog
      as $$
        select role from satchel.members
        where space = satchel.space_id() and id = satchel.member_id() and left_at is null
      $$;

    create function satchel.need(lowest text) returns void
      language plpgsql stable security definer set search_path = pg_catalog
      as $$
      declare ranks text[] := array['reader', 'member', 'reviewer', 'owner'];
      begin
        if coalesce(array_position(ranks, satchel.my_role()), 0) < array_position(ranks, lowest) then
          raise exception 'needs %', lowest using errcode = 'ST002';
        end if;
      end $$;
  `,
};
