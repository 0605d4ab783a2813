import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer as createHttp, request as forward } from "node:http";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { scripts } from "../../../e2e/wire-server/script.ts";
import { startWireServer } from "../../../e2e/wire-server/start-wire-server.ts";
import { systemClock } from "../base/clock.ts";
import { NetworkSettings } from "./network-settings.ts";
import { openAiCompatible } from "./openai/compatible.ts";
import { createRequestLog } from "./request-log.ts";
import { testCertificate } from "./test-certificate.ts";

const signal = new AbortController().signal;
const network = new NetworkSettings();
const apply = (proxy: string, extraCertificates = "") =>
  network.apply({ network: { proxy, extraCertificates, patienceMinutes: 10 } });
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  apply("");
  for (const close of closing.splice(0)) await close();
});

const listed = async (baseUrl: string) => {
  const config = { id: "far", name: "Far", baseUrl, apiKey: null };
  const models = await openAiCompatible(config, createRequestLog(systemClock)).models(signal);
  return models.map(({ id }) => id);
};

const listening = async (server: ReturnType<typeof createHttp | typeof createHttps>) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
};

/** A proxy that forwards every request to one server and records the requested targets. */
const proxyTo = async (port: string) => {
  const asked: string[] = [];
  const server = createHttp((request, response) => {
    asked.push(request.headers.host ?? "");
    const { pathname } = new URL(request.url ?? "", "http://x");
    forward({ port, path: pathname }, (answer) => answer.pipe(response)).end();
  });
  server.on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    const through = connect(Number(port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      through.pipe(socket).pipe(through);
    });
    for (const end of [through, socket]) end.on("error", () => {});
  });
  return { url: `http://127.0.0.1:${await listening(server)}`, asked };
};

it("asks through the proxy, but never for a server on this machine, and directly again without one", async () => {
  const wire = await startWireServer(scripts.normal, { models: ["tiny"] });
  closing.push(() => wire.close());
  const proxy = await proxyTo(new URL(wire.origin).port);
  apply(proxy.url);
  expect(await listed("http://models.example/v1")).toEqual(["tiny"]);
  expect(proxy.asked).toEqual([expect.stringMatching(/^models\.example(:80)?$/)]);
  expect(await listed(`${wire.origin}/v1`)).toEqual(["tiny"]);
  expect(proxy.asked).toHaveLength(1);
  apply("");
  await expect(listed("http://models.invalid/v1")).rejects.toMatchObject({ code: "provider-unreachable" });
  expect(proxy.asked).toHaveLength(1);
});

it("trusts a certificate of a file in the settings, and only as long as it is named there", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "satchel-ca-")), "company.pem");
  writeFileSync(file, `Our own authority\n${testCertificate.cert}`);
  const address = async () => {
    const server = createHttps(testCertificate, (_request, response) => {
      response.end(JSON.stringify({ data: [{ id: "safe" }] }));
    });
    return `https://localhost:${await listening(server)}/v1`;
  };
  const ours = await address();
  await expect(listed(ours)).rejects.toMatchObject({ code: "provider-untrusted" });
  apply("", file);
  expect(await listed(ours)).toEqual(["safe"]);
  apply("");
  // A different server: the system may keep an existing connection to a server that was trusted once.
  await expect(listed(await address())).rejects.toMatchObject({ code: "provider-untrusted" });
});

it("refuses an invalid proxy address and a file without a certificate, and changes nothing", () => {
  const none = join(mkdtempSync(join(tmpdir(), "satchel-ca-")), "none.pem");
  writeFileSync(none, "nothing here");
  expect(() => apply("proxy.example:3128")).toThrow(expect.objectContaining({ code: "invalid-proxy" }));
  for (const file of [none, "/no/such/file.pem"])
    expect(() => apply("", file)).toThrow(expect.objectContaining({ code: "certificates-unreadable" }));
});
