import { Failure } from "#shared/contract/index.ts";

/** What the functions of the schema raise, see the migrations. */
const RAISED: Readonly<Record<string, readonly [code: string, message: string]>> = {
  ST001: ["team-not-a-member", "You are not a member of this team space, or no longer."],
  ST002: ["team-not-allowed", "Your role in this team space does not allow that."],
  ST003: ["team-changed", "This was changed by somebody else in the meantime."],
  ST004: ["team-out-of-order", "An earlier change has not arrived at the server yet."],
  ST005: ["team-invitation", "This invitation does not exist, was used, or has ended. Ask for a new one."],
  ST006: ["team-not-found", "This is not in the team space any more."],
  ST007: ["team-last-owner", "A team space needs an owner. Make somebody else an owner first."],
  ST008: ["team-decided", "Somebody has decided on this proposal already."],
  ST009: ["team-copied", "The changes that wait here were made on a copy of this computer's data."],
  ST010: [
    "team-roles",
    "The server has roles called satchel_owner or satchel_members with rights of their own. Remove them first.",
  ],
};

const REFUSED_LOGIN = new Set(["28P01", "28000", "3D000"]);
const TOO_LARGE = new Set(["23514", "54000", "22001"]);
/** A statement or a lock was waited for in vain. */
const SLOW = new Set(["57014", "55P03"]);
const NO_SCHEMA = new Set(["3F000", "42883", "42P01", "42501"]);

/** A failure of a server in words; what is not known stays as it is, since it is a bug. */
export const teamFailure = (error: unknown): unknown => {
  if (error instanceof Failure || !(error instanceof Error)) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const raised = RAISED[code];
  if (raised) return new Failure(raised[0], raised[1], raisedDetail(code, error));
  if (REFUSED_LOGIN.has(code))
    return new Failure("team-login-refused", "The team's server does not accept this name and password.");
  if (SLOW.has(code)) return new Failure("team-slow", "The team's server took too long.");
  // `53200`, `53400`: no memory left, or a limit of the server. It may have some later.
  if (/^(53[124]00|58030)$/.test(code))
    return new Failure("team-disk-full", "The team's server has no disk space or memory left.");
  if (code === "23505" && "constraint_name" in error && error.constraint_name === "items_paths")
    return new Failure("team-path-taken", "There is a file with this path in the team space already.");
  if (TOO_LARGE.has(code)) return new Failure("team-too-large", "This is too large for a team space.");
  if (NO_SCHEMA.has(code))
    return new Failure("team-no-space", "There is no team space in this database, or it is not complete.");
  if (isTls(error))
    return new Failure("team-certificate", "The certificate of the team's server is not trusted.");
  if (isAway(code)) return new Failure("team-unreachable", "The team's server cannot be reached.");
  // The server looked at what was sent and will never take it: it must not hold up what waits behind it.
  if (/^(22|23|P0|42)/.test(code))
    return new Failure("team-refused", "The team's server refused this.", { server: error.message });
  return error;
};

/** Worth trying again later: nothing is wrong with what was sent. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof Failure && ["team-unreachable", "team-slow", "team-disk-full"].includes(error.code);

const raisedDetail = (code: string, error: Error) => {
  if (code === "ST008") return { decision: error.message };
  return undefined;
};

/** `57P…`: the server is being stopped or started. `53300`: it has no connection left. `40…`: try again. */
const isAway = (code: string): boolean =>
  /^(08|57P|53300|40001|40P01|25006|25P0)/.test(code) ||
  /^(ECONN|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ETIMEDOUT|EPIPE|CONNECT|NOT_TAGGED_CALL_NEVER)/.test(code);

const isTls = (error: Error): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|SSL/.test("code" in error ? String(error.code) : "") ||
  /self.signed certificate|does not support SSL/.test(error.message);
