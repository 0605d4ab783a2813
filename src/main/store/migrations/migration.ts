export type Migration = { readonly name: string; readonly sql: string };
