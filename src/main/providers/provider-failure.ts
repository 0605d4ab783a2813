import { Failure } from "#shared/contract/index.ts";
import { cutStart } from "../base/cut-text.ts";

/**
 * Turns every error between Satchel and a model server into a Failure with a stable code:
 *
 * `provider-unreachable` no answer · `provider-untrusted` its certificate · `provider-auth` 401, 403 ·
 * `model-not-found` 404 · `provider-busy` 429 (detail.retryAfter in ms) · `provider-error` 5xx ·
 * `context-length` the prompt is too long for the server · `provider-refused` any other 4xx ·
 * `server-silent` nothing for the time of the settings · `stream-dropped` · `stream-malformed` · `stream-error` the server reported an error inside the answer
 */
export const providerFailure = (error: unknown, provider: { name: string }): Failure => {
  const own = failureIn(error);
  if (own) return own;
  if (isCallError(error)) return fromCall(error, provider.name);
  if (error instanceof Refusal) {
    return fromStatus(error.status, error.message, provider.name, retryAfter(error.retryAfter));
  }
  const message = error instanceof Error ? error.message : String(error);
  const cause = causes(error);
  if (isUntrusted(`${message} ${cause}`)) return untrusted(provider.name);
  if (isUnreachable(`${message} ${cause}`)) return unreachable(provider.name);
  if (isDrop(`${message} ${cause}`)) return streamDropped(provider.name);
  return new Failure("stream-malformed", `${provider.name} sent something that could not be read.`, {
    said: message.slice(0, 300),
  });
};

/** A failure of ours, also where a library put an error of its own around it. */
const failureIn = (error: unknown, depth = 0): Failure | null => {
  if (error instanceof Failure) return error;
  return error instanceof Error && depth < 5 ? failureIn(error.cause, depth + 1) : null;
};

/** An error status in response to a request of our own. */
export const refusal = async (response: Response): Promise<Error> =>
  new Refusal(response.status, await response.text(), response.headers.get("retry-after") ?? undefined);

class Refusal extends Error {
  readonly status: number;
  readonly retryAfter: string | undefined;

  constructor(status: number, said: string, after: string | undefined) {
    super(said);
    this.status = status;
    this.retryAfter = after;
  }
}

/** An error that came as a part of the stream, with the server's own words. */
export const streamError = (error: unknown, name: string): Failure => {
  const said = wordsOf(error);
  if (contextLength.test(said))
    return new Failure("context-length", `The prompt is longer than ${name} can read.`, { said });
  return new Failure("stream-error", `${name} reported an error: ${said || "it did not say which."}`, {
    said,
  });
};

/** `"…"`, `{"message": "…"}` and `{"error": …}`, one in the other. */
const wordsOf = (error: unknown, depth = 0): string => {
  if (typeof error === "string") return cutStart(error.trim(), MAX_WORDS);
  if (typeof error !== "object" || error === null || depth > 3) return "";
  const { message, error: inner } = error as { message?: unknown; error?: unknown };
  return wordsOf(message, depth + 1) || wordsOf(inner, depth + 1);
};

/** Characters of a server's words in a sentence of ours. */
const MAX_WORDS = 300;

export const streamDropped = (name: string) =>
  new Failure("stream-dropped", `The connection to ${name} broke in the middle of the answer.`);

const unreachable = (name: string) =>
  new Failure("provider-unreachable", `${name} does not answer. Is it running, and is the address right?`);

const untrusted = (name: string) =>
  new Failure(
    "provider-untrusted",
    `The certificate of ${name} is not trusted. If it is your company's, name its certificate file in the settings.`,
  );

/** An answer that is an error, as the libraries of the providers throw it. */
type CallError = Error & {
  readonly statusCode?: number;
  readonly responseBody?: string;
  readonly responseHeaders?: Readonly<Record<string, string>>;
};

/** How these libraries mark it, so that nothing has to be loaded to recognise it. */
const CALL_ERROR = Symbol.for("vercel.ai.error.AI_APICallError");

const isCallError = (error: unknown): error is CallError => error instanceof Error && CALL_ERROR in error;

const fromCall = (error: CallError, name: string): Failure => {
  if (error.statusCode === undefined) {
    if (isUntrusted(`${error.message} ${causes(error)}`)) return untrusted(name);
    return isDrop(`${error.message} ${causes(error)}`) ? streamDropped(name) : unreachable(name);
  }
  // A body that broke off or was not an event stream arrives with the status of its headers.
  if (error.statusCode < 300) {
    return isDrop(`${error.message} ${causes(error)}`)
      ? streamDropped(name)
      : new Failure("stream-malformed", `${name} sent something that could not be read.`);
  }
  const said = `${error.message} ${error.responseBody ?? ""}`;
  return fromStatus(error.statusCode, said, name, retryAfter(error.responseHeaders?.["retry-after"]));
};

const contextLength =
  /context[_ ]length|maximum context|context window|prompt is too long|too many tokens|exceeds? the (available )?context/i;

const fromStatus = (status: number, said: string, name: string, after: number | null): Failure => {
  const detail = { status, said: said.slice(0, 500) };
  if (status === 401 || status === 403) {
    return new Failure(
      "provider-auth",
      `${name} did not accept the key. Enter it again in the settings.`,
      detail,
    );
  }
  if (status === 404) {
    return new Failure(
      "model-not-found",
      `${name} does not know this model, or the address is wrong.`,
      detail,
    );
  }
  if (status === 429) {
    return new Failure("provider-busy", `${name} asks to slow down.`, { ...detail, retryAfter: after });
  }
  if (status >= 500) {
    return new Failure("provider-error", `${name} reported a server error (${status}).`, {
      ...detail,
      retryAfter: after,
    });
  }
  if (contextLength.test(said)) {
    return new Failure("context-length", `The prompt is longer than ${name} can read.`, detail);
  }
  return new Failure("provider-refused", `${name} refused the request (${status}).`, detail);
};

/** Seconds or an HTTP date, in milliseconds from now. */
export const retryAfter = (value: string | undefined, now: number = Date.now()): number | null => {
  if (!value) return null;
  const ms = Number(value) * 1000;
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
};

const isUnreachable = (text: string) =>
  /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EAI_AGAIN|fetch failed|cannot connect/i.test(
    text,
  );

const isUntrusted = (text: string) =>
  /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|DEPTH_ZERO_SELF_SIGNED|CERT_(UNTRUSTED|HAS_EXPIRED)|ERR_TLS_CERT_ALTNAME/.test(
    text,
  );

const isDrop = (text: string) =>
  /terminated|other side closed|ECONNRESET|socket hang up|premature|aborted by peer|did not receive done/i.test(
    text,
  );

const causes = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return "";
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  return `${cause.message} ${code} ${causes(cause)}`;
};
