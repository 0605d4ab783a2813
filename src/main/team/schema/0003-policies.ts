import type { ServerMigration } from "./server-migration.ts";

const TABLES = [
  "members",
  "invitations",
  "items",
  "item_versions",
  "item_vectors",
  "item_links",
  "proposals",
  "activity",
  "clients",
] as const;

/** The functions are in subqueries, so that they run once per statement and not once per row. */
const OWN_SPACE = "tenant = (select satchel.tenant_id()) and space = (select satchel.space_id())";

/**
 * What a member sees: rows of the own space, of proposals only the own ones below the role of a reviewer. The owner
 * of the schema is bound by the same policies, but for `members` and `invitations`, which have to be read before
 * anybody has entered; what is in them is decided in functions.
 */
export const policies: ServerMigration = {
  name: "policies",
  sql: `
    ${TABLES.map(
      (table) => `
    alter table satchel.${table} enable row level security;
    alter table satchel.${table} force row level security;`,
    ).join("")}
    alter table satchel.tenants enable row level security;
    alter table satchel.tenants force row level security;
    alter table satchel.spaces enable row level security;
    alter table satchel.spaces force row level security;
    create policy own_tenant on satchel.tenants
      using (id = (select satchel.tenant_id()) or (select satchel.is_owner()));
    create policy own_space on satchel.spaces
      using (id = (select satchel.space_id()) or (select satchel.is_owner()));

    ${TABLES.filter((table) => table !== "proposals")
      .map((table) => {
        const definer =
          table === "members" || table === "invitations" ? " or (select satchel.is_owner())" : "";
        return `create policy own_space on satchel.${table} using ((${OWN_SPACE})${definer});`;
      })
      .join("\n    ")}
    create policy own_space on satchel.proposals using ((${OWN_SPACE})
      and (author = (select satchel.member_id()) or (select satchel.my_role()) in ('reviewer', 'owner')));

    do $$ begin
      if not exists (select from pg_roles where rolname = 'satchel_members') then
        create role satchel_members nologin nobypassrls;
      end if;
    end $$;
    grant usage on schema satchel to satchel_members;
    grant select on satchel.tenants, satchel.spaces, satchel.items, satchel.item_versions, satchel.item_vectors,
      satchel.item_links, satchel.proposals, satchel.activity, satchel.members to satchel_members;
    revoke execute on all functions in schema satchel from public;
    grant execute on function satchel.enter, satchel.named, satchel.tenant_id, satchel.space_id,
      satchel.member_id, satchel.is_owner, satchel.my_role to satchel_members;
  `,
};
