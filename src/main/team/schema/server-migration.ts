/** A step of the schema on a server. Steps are never changed once released; a new one is added. */
export type ServerMigration = { readonly name: string; readonly sql: string };
