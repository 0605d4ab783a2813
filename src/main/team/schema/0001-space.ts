import type { ServerMigration } from "./server-migration.ts";

/**
 * Everything of Satchel on a server lies in the schema `satchel`.
 *
 * A person is known to the server by a secret, not by a role of their own: `enter` checks it and binds tenant, space
 * and member to the transaction, with a proof that only the server can make. Policies believe nothing else, so a
 * member who writes SQL by hand and sets the names of a different space sees no row of it. Reading goes through the
 * policies; every write goes through a function that checks the role, since a policy cannot say who may do what to
 * which state. The functions run as the owner of the schema, to whom the policies apply, too (`force`).
 *
 * Tables that hold secrets (`proof_key`, `member_keys`) are granted to nobody.
 */
export const space: ServerMigration = {
  name: "space",
  sql: `
    create table satchel.tenants (id uuid primary key, name text not null check (length(name) between 1 and 200));
    create table satchel.spaces (
      tenant uuid not null references satchel.tenants on delete cascade,
      id uuid primary key,
      name text not null check (length(name) between 1 and 200),
      created_at timestamptz not null default now(),
      unique (tenant, id)
    );

    create table satchel.members (
      tenant uuid not null,
      space uuid not null,
      id uuid not null,
      name text not null check (length(name) between 1 and 100),
      role text not null check (role in ('reader', 'member', 'reviewer', 'owner')),
      joined_at timestamptz not null default now(),
      left_at timestamptz,
      primary key (space, id),
      foreign key (tenant, space) references satchel.spaces (tenant, id) on delete cascade
    );
    create table satchel.member_keys (
      space uuid not null,
      member uuid not null,
      secret bytea not null,
      primary key (space, member),
      foreign key (space, member) references satchel.members on delete cascade
    );
    create table satchel.invitations (
      tenant uuid not null,
      space uuid not null,
      id uuid not null default gen_random_uuid(),
      code bytea not null unique,
      role text not null check (role in ('reader', 'member', 'reviewer', 'owner')),
      made_by uuid not null,
      made_at timestamptz not null default now(),
      ends_at timestamptz not null,
      used_by uuid,
      primary key (space, id),
      foreign key (tenant, space) references satchel.spaces (tenant, id) on delete cascade
    );
    create table satchel.proof_key (
      one boolean primary key default true check (one),
      key bytea not null
    );
    insert into satchel.proof_key (key)
      values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

    create table satchel.items (
      tenant uuid not null,
      space uuid not null,
      id uuid not null,
      kind text not null check (kind in ('memory', 'note', 'file', 'skill')),
      state text not null check (state in ('accepted', 'retired')),
      path text check (length(path) <= 1000),
      heading text not null default '' check (length(heading) <= 1000),
      body text not null check (octet_length(body) <= 1048576),
      version integer not null default 1,
      origin text not null check (origin in ('outside', 'tool', 'agent', 'you')),
      dictionary regconfig not null default 'simple',
      for_all boolean not null default false,
      author uuid not null,
      reviewer uuid not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      words tsvector generated always as
        (to_tsvector(dictionary, left(heading || ' ' || body, 100000))) stored,
      primary key (space, id),
      foreign key (tenant, space) references satchel.spaces (tenant, id) on delete cascade
    );
    create index items_words on satchel.items using gin (words);
    create index items_names on satchel.items using gin (heading gin_trgm_ops);
    create unique index items_paths on satchel.items (space, path)
      where path is not null and state = 'accepted';

    create table satchel.item_versions (
      tenant uuid not null,
      space uuid not null,
      item uuid not null,
      version integer not null,
      heading text not null,
      body text not null,
      made_by uuid not null,
      made_at timestamptz not null default now(),
      primary key (space, item, version),
      foreign key (space, item) references satchel.items on delete cascade
    );
    create table satchel.item_vectors (
      tenant uuid not null,
      space uuid not null,
      item uuid not null,
      part integer not null,
      embedding halfvec(384) not null,
      primary key (space, item, part),
      foreign key (space, item) references satchel.items on delete cascade
    );
    create index item_vectors_near on satchel.item_vectors using hnsw (embedding halfvec_cosine_ops);
    create table satchel.item_links (
      tenant uuid not null,
      space uuid not null,
      item uuid not null,
      key text not null check (length(key) between 1 and 200),
      primary key (space, item, key),
      foreign key (space, item) references satchel.items on delete cascade
    );
    create index item_links_keys on satchel.item_links (space, key);

    create table satchel.proposals (
      tenant uuid not null,
      space uuid not null,
      id uuid not null,
      item uuid,
      base_version integer,
      kind text not null check (kind in ('memory', 'note', 'file', 'skill')),
      path text check (length(path) <= 1000),
      heading text not null default '' check (length(heading) <= 1000),
      body text not null check (octet_length(body) <= 1048576),
      origin text not null check (origin in ('outside', 'tool', 'agent', 'you')),
      dictionary regconfig not null default 'simple',
      for_all boolean not null default false,
      place text not null default '' check (length(place) <= 1000),
      author uuid not null,
      state text not null default 'waiting' check (state in ('waiting', 'accepted', 'declined', 'withdrawn')),
      word text not null default '' check (length(word) <= 1000),
      decided_by uuid,
      made_at timestamptz not null default now(),
      decided_at timestamptz,
      primary key (space, id),
      foreign key (tenant, space) references satchel.spaces (tenant, id) on delete cascade
    );
    create index proposals_waiting on satchel.proposals (space, made_at) where state = 'waiting';

    create table satchel.activity (
      tenant uuid not null,
      space uuid not null,
      id bigint generated always as identity,
      at timestamptz not null default clock_timestamp(),
      member uuid,
      what text not null,
      item uuid,
      proposal uuid,
      about uuid,
      primary key (space, id),
      foreign key (tenant, space) references satchel.spaces (tenant, id) on delete cascade
    );
    create table satchel.clients (
      tenant uuid not null,
      space uuid not null,
      member uuid not null,
      id uuid not null,
      last bigint not null,
      primary key (space, id),
      foreign key (space, member) references satchel.members on delete cascade
    );
  `,
};
