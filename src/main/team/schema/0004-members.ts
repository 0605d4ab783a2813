import type { ServerMigration } from "./server-migration.ts";

/** Spaces, invitations and members. The server's clock decides what has ended; a member's clock may be wrong. */
export const members: ServerMigration = {
  name: "members",
  sql: `
    create function satchel.note(what text, item uuid, proposal uuid, about uuid) returns void
      language plpgsql security definer set search_path = pg_catalog
      as $$
      begin
        insert into satchel.activity (tenant, space, member, what, item, proposal, about)
          values (satchel.tenant_id(), satchel.space_id(), satchel.member_id(), what, item, proposal, about);
        perform pg_notify('satchel_' || replace(satchel.space_id()::text, '-', ''), '');
      end $$;

    create function satchel.create_space(tenant uuid, tenant_name text, space uuid, space_name text,
        member uuid, member_name text, secret text) returns void
      language plpgsql security definer set search_path = pg_catalog
      as $$
      begin
        insert into satchel.tenants (id, name) values (tenant, tenant_name) on conflict (id) do nothing;
        insert into satchel.spaces (tenant, id, name) values (tenant, space, space_name);
        insert into satchel.members (tenant, space, id, name, role) values (tenant, space, member, member_name, 'owner');
        insert into satchel.member_keys values (space, member, sha256(convert_to(secret, 'UTF8')));
        perform satchel.set_identity(tenant, space, member);
        perform satchel.note('space.created', null, null, null);
      end $$;

    create function satchel.invite(code text, new_role text, days integer) returns uuid
      language plpgsql security definer set search_path = pg_catalog
      as $$
      declare made uuid;
      begin
        perform satchel.need('owner');
        insert into satchel.invitations (tenant, space, code, role, made_by, ends_at)
          values (satchel.tenant_id(), satchel.space_id(), sha256(convert_to(code, 'UTF8')), new_role,
            satchel.member_id(), now() + make_interval(days => least(greatest(days, 1), 30)))
          returning id into made;
        perform satchel.note('member.invited', null, null, null);
        return made;
      end $$;

    create function satchel.join_space(code text, member uuid, member_name text, secret text)
      returns table (tenant uuid, space uuid, space_name text, role text)
      language plpgsql security definer set search_path = pg_catalog
      as $$
      declare one satchel.invitations;
      begin
        update satchel.invitations i set used_by = member
          where i.code = sha256(convert_to(join_space.code, 'UTF8')) and i.ends_at > now()
            and (i.used_by is null or i.used_by = member)
          returning * into one;
        if not found then
          raise exception 'no such invitation' using errcode = 'ST005';
        end if;
        -- The answer to the first try may have been lost: the same person may ask again.
        insert into satchel.members (tenant, space, id, name, role)
          values (one.tenant, one.space, member, member_name, one.role) on conflict do nothing;
        insert into satchel.member_keys values (one.space, member, sha256(convert_to(secret, 'UTF8')))
          on conflict do nothing;
        perform satchel.enter(one.space, member, secret);
        perform satchel.note('member.joined', null, null, member);
        return query select s.tenant, s.id, s.name, one.role from satchel.spaces s where s.id = one.space;
      end $$;

    create function satchel.set_role(asked uuid, new_role text) returns void
      language plpgsql security definer set search_path = pg_catalog
      as $$
      begin
        perform satchel.need('owner');
        update satchel.members set role = new_role
          where space = satchel.space_id() and id = asked and left_at is null;
        if not found then raise exception 'no such member' using errcode = 'ST006'; end if;
        perform satchel.keep_an_owner();
        perform satchel.note('member.role', null, null, asked);
      end $$;

    create function satchel.remove_member(asked uuid) returns void
      language plpgsql security definer set search_path = pg_catalog
      as $$
      begin
        perform satchel.need(case when asked = satchel.member_id() then 'reader' else 'owner' end);
        perform satchel.note(case when asked = satchel.member_id() then 'member.left' else 'member.removed' end,
          null, null, asked);
        update satchel.members set left_at = now()
          where space = satchel.space_id() and id = asked and left_at is null;
        if not found then raise exception 'no such member' using errcode = 'ST006'; end if;
        delete from satchel.member_keys where space = satchel.space_id() and member = asked;
        perform satchel.keep_an_owner();
      end $$;

    -- The last owner cannot go: nobody could invite or remove anybody afterwards.
    create function satchel.keep_an_owner() returns void
      language plpgsql security definer set search_path = pg_catalog
      as $$
      begin
        perform from satchel.members
          where space = satchel.space_id() and role = 'owner' and left_at is null for update;
        if not found then raise exception 'last owner' using errcode = 'ST007'; end if;
      end $$;

    revoke execute on all functions in schema satchel from public;
    grant execute on function satchel.invite, satchel.join_space, satchel.set_role, satchel.remove_member
      to satchel_members;
  `,
};
