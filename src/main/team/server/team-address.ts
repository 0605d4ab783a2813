import { Failure } from "#shared/contract/index.ts";

/** Where a team's server is, taken apart. The password is never part of a message or a log line. */
export type TeamAddress = {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
};

const DEFAULT_PORT = 5_432;
const MAX_ADDRESS_CHARS = 2_000;

export const parseTeamAddress = (text: string): TeamAddress => {
  if (text.length > MAX_ADDRESS_CHARS || !URL.canParse(text)) throw notAnAddress();
  const url = new URL(text);
  const database = decoded(url.pathname.slice(1));
  if (!["postgres:", "postgresql:"].includes(url.protocol) || !url.hostname || !database || !url.username)
    throw notAnAddress();
  return {
    // IPv6 addresses stand in brackets.
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? DEFAULT_PORT : Number(url.port),
    database,
    user: decoded(url.username),
    password: decoded(url.password),
  };
};

export const teamAddressText = ({ host, port, database, user, password }: TeamAddress): string => {
  const shown = host.includes(":") ? `[${host}]` : host;
  return `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${shown}:${port}/${encodeURIComponent(database)}`;
};

/** For people: without the password. */
export const shownTeamAddress = ({ host, port, database }: TeamAddress): string =>
  `${host}:${port}/${database}`;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw notAnAddress();
  }
};

const notAnAddress = () =>
  new Failure(
    "team-address",
    "Not a valid address of a PostgreSQL server. Example: postgres://name:password@server.example:5432/satchel",
  );
