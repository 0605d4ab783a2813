import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { Failure } from "#shared/contract/index.ts";
import type { RequestLog } from "./request-log.ts";

const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
const MAX_MS = 20_000;
const KINDS: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/svg+xml",
]);

type Resolve = (host: string) => Promise<readonly string[]>;

const resolveAll: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * A picture that the user asked for, as a data address. It may be named by a model or a stranger's text: no key, no
 * redirect, nothing of this machine or its network, and only what is a picture.
 */
export const loadPicture = async (
  address: string,
  log: RequestLog,
  signal: AbortSignal,
  resolve: Resolve = resolveAll,
): Promise<string> => {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "") {
    throw new Failure("picture-refused", "This is not the address of a picture on the web.", { address });
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (found.length === 0) throw new Failure("picture-failed", `${url.host} was not found.`, { address });
  if (found.some(isNear)) {
    const message = `${url.host} is in your own network, and answers may not make Satchel ask there.`;
    throw new Failure("picture-refused", message, { address });
  }
  const soon = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
  try {
    const response = await log.fetchFor("picture", MAX_PICTURE_BYTES)(url, { signal: soon });
    const kind = (response.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
    if (!response.ok || !KINDS.has(kind)) {
      await response.body?.cancel();
      const what = response.ok ? "did not send a picture" : `answered with ${response.status}`;
      throw new Failure("picture-failed", `${url.host} ${what}.`, { address });
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    return `data:${kind};base64,${bytes.toString("base64")}`;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure("picture-failed", `The picture could not be loaded from ${url.host}.`, { address });
  }
};

const near = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["224.0.0.0", 3],
] as const)
  near.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  near.addSubnet(net, bits, "ipv6");

const isNear = (address: string): boolean => near.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
