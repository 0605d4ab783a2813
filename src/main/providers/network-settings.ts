import { readFileSync } from "node:fs";
import { setGlobalProxyFromEnv } from "node:http";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { Failure } from "#shared/contract/index.ts";
import type { UserSettings } from "#shared/contract/settings.ts";

/**
 * Proxy and extra certificates for all network requests of this process. Loopback never goes through a proxy:
 * local model servers are there.
 */
export class NetworkSettings {
  #leaveProxy: () => void = () => {};
  #trusts = "";
  /** What this process trusted before any setting. */
  #own: readonly string[] | null = null;

  /**
   * Fails before anything has changed when the proxy's address is invalid or the certificates cannot be read.
   */
  apply({ network }: Pick<UserSettings, "network">): void {
    const proxy = checkedProxy(network.proxy);
    const extra = network.extraCertificates === "" ? [] : readCertificates(network.extraCertificates);
    this.#leaveProxy();
    this.#leaveProxy = proxy === "" ? () => {} : goThrough(proxy);
    if (this.#trusts === network.extraCertificates) return;
    this.#own ??= getCACertificates("default");
    setDefaultCACertificates([...this.#own, ...extra]);
    this.#trusts = network.extraCertificates;
  }
}

const goThrough = (proxy: string) =>
  setGlobalProxyFromEnv({ http_proxy: proxy, https_proxy: proxy, no_proxy: "127.0.0.1,localhost,[::1]" });

const checkedProxy = (proxy: string): string => {
  if (proxy === "" || /^https?:$/.test(URL.parse(proxy)?.protocol ?? "")) return proxy;
  throw new Failure("invalid-proxy", "The proxy's address must start with http:// or https://.", { proxy });
};

const readCertificates = (file: string): readonly string[] => {
  const found = readText(file)?.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (found) return found;
  throw new Failure("certificates-unreadable", `The file ${file} contains no certificate that can be read.`, {
    file,
  });
};

const readText = (file: string): string | null => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
};
