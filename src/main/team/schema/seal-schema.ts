import type { TransactionSql } from "postgres";

/**
 * Gives everything in the schema to a role that cannot log in, is no superuser and is bound by the policies. Its
 * functions run as that role, so even a mistake in one of them reaches neither other databases nor the server.
 *
 * In a `search_path` that does not name `pg_temp`, temporary types are found before all others, and a type made by
 * a member can run code. It is named last, in every function.
 */
export const sealSchema = async (sql: TransactionSql): Promise<void> => {
  await sql.unsafe(`
    do $$
    declare each record;
    begin
      if not exists (select from pg_roles where rolname = 'satchel_owner') then
        create role satchel_owner nologin nosuperuser nobypassrls nocreatedb nocreaterole;
      end if;
      if exists (select from pg_roles where rolname in ('satchel_owner', 'satchel_members', 'satchel_finder')
          and (rolsuper or rolbypassrls or rolcanlogin)) then
        raise exception 'the roles of Satchel have rights that they must not have' using errcode = 'ST010';
      end if;
      if not pg_has_role(current_user, 'satchel_owner', 'member') then
        execute format('grant satchel_owner to %I', current_user);
      end if;
      if not pg_has_role(current_user, 'satchel_finder', 'member') then
        execute format('grant satchel_finder to %I', current_user);
      end if;
      alter schema satchel owner to satchel_owner;
      -- To be given functions there; revoked below.
      grant create on schema satchel to satchel_finder;
      for each in select c.oid::regclass as name from pg_class c
          where c.relnamespace = 'satchel'::regnamespace and c.relkind in ('r', 'p') loop
        execute format('alter table %s owner to satchel_owner', each.name);
      end loop;
      for each in select p.oid::regprocedure as name, p.proname from pg_proc p
          where p.pronamespace = 'satchel'::regnamespace loop
        execute format('alter function %s owner to %I', each.name,
          case when each.proname in ('find_words', 'find_names') then 'satchel_finder' else 'satchel_owner' end);
        execute format('alter function %s set search_path = pg_catalog, pg_temp', each.name);
      end loop;
    end $$;
    revoke create on schema satchel from public, satchel_members, satchel_finder;
    revoke execute on all functions in schema satchel from public;
    grant usage on schema satchel to satchel_members;
    grant select on satchel.schema_steps to satchel_members;
  `);
};
