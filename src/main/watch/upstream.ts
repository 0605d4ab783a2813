import { Failure } from "#shared/contract/index.ts";

/** The one server that the requests of a run go to. */
export type Upstream = {
  readonly url: URL;
  /** As shown, without a slash at the end. */
  readonly shown: string;
};

/** Fails with `invalid-upstream`. */
export const parseUpstream = (address: string): Upstream => {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "")
    throw invalid("Not a valid address. Example: https://api.openai.com");
  if (url.username !== "" || url.password !== "")
    throw invalid("Leave the key out of the address: the program that you watch sends its own.");
  if (url.search !== "" || url.hash !== "") throw invalid("Leave out what follows ? or # in the address.");
  return { url, shown: url.href.replace(/\/+$/, "") };
};

const invalid = (message: string) => new Failure("invalid-upstream", message);

/** The request target at the upstream, for the one at this end. Null: it is not a path. */
export const targetAt = ({ url }: Upstream, target: string): string | null =>
  target.startsWith("/") ? url.pathname.replace(/\/+$/, "") + target : null;
