import { isIP } from "node:net";
import postgres, { type Sql } from "postgres";
import type { TeamAddress } from "./team-address.ts";

export type TeamServerOptions = {
  /** PEM of the authority that signed the server's certificate, when it is none that this system knows. */
  readonly authority?: string | null;
  readonly connections?: number;
  readonly statementMs?: number;
};

const CONNECT_SECONDS = 5;
const IDLE_SECONDS = 60;
export const STATEMENT_MS = 5_000;
const MAX_CONNECTIONS = 3;

/** For a person's role and for an owner's alike. */
export const connectTo = (address: TeamAddress, options: TeamServerOptions = {}): Sql =>
  postgres({
    host: address.host,
    port: address.port,
    database: address.database,
    username: address.user,
    password: address.password,
    ssl: tlsFor(address.host, options.authority ?? null),
    max: options.connections ?? MAX_CONNECTIONS,
    connect_timeout: CONNECT_SECONDS,
    idle_timeout: IDLE_SECONDS,
    max_lifetime: null,
    backoff: (tries) => Math.min(0.2 * 2 ** tries, 10),
    // Rows are read by name; asking for types costs a round trip and lists every type of the server.
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: "satchel",
      statement_timeout: options.statementMs ?? STATEMENT_MS,
      lock_timeout: 3_000,
      idle_in_transaction_session_timeout: 30_000,
      // Its compiler takes longer than any statement here.
      jit: "off",
      // Policies filter after the index: without it a small team gets fewer hits than it has, and no word of it.
      "hnsw.iterative_scan": "strict_order",
    },
  });

/** Beyond this machine the server proves who it is, always. */
const tlsFor = (host: string, authority: string | null) => {
  if (isLoopbackHost(host) && authority === null) return false;
  return {
    rejectUnauthorized: true,
    // The name that the certificate is for; addresses are not sent as a name.
    ...(isIP(host) === 0 ? { servername: host } : { host }),
    ...(authority === null ? {} : { ca: authority }),
  };
};

const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
