import type { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import type { Purpose } from "./provider.ts";
import { providerFailure, refusal } from "./provider-failure.ts";
import type { RequestLog } from "./request-log.ts";

export type JsonAsk = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly provider: string;
  readonly purpose: Purpose;
  readonly body?: unknown;
};

/** A small JSON request to a server, with a limit of ten seconds. */
export const fetchJson = async <Schema extends z.ZodType>(
  ask: JsonAsk,
  schema: Schema,
  log: RequestLog,
  signal: AbortSignal,
): Promise<z.output<Schema>> => {
  const body = ask.body === undefined ? {} : { method: "POST", body: JSON.stringify(ask.body) };
  try {
    const response = await log.fetchFor(ask.purpose)(ask.url, {
      ...body,
      headers: { "content-type": "application/json", ...ask.headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    });
    if (!response.ok) throw await refusal(response);
    return schema.parse(JSON.parse(await response.text()));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof DOMException && error.name === "TimeoutError") {
      throw new Failure("provider-unreachable", `${ask.provider} took too long to answer.`);
    }
    throw providerFailure(error, { name: ask.provider });
  }
};
