import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomIds } from "../../base/ids.ts";
import { foundSpace } from "../space/found-space.ts";
import type { TeamMembership } from "../space/membership.ts";
import { listMembers } from "../space/members.ts";
import { findPostgres, startTestPostgres, type TestPostgres } from "../test-postgres.ts";
import { TeamServer, type TeamServerOptions } from "./team-server.ts";

const bin = findPostgres();
/** An address of this machine that is not loopback, if it has one. */
const outer = Object.values(networkInterfaces())
  .flat()
  .find((each) => each !== undefined && !each.internal && each.family === "IPv4")?.address;

describe.skipIf(bin === null)("the line to a team's server", () => {
  let postgres: TestPostgres;
  let anna: TeamMembership;
  const folder = mkdtempSync(join(tmpdir(), "satchel-tls-"));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync("openssl", args, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  };
  /** An authority, and a certificate that it signed for these names. */
  const authority = (name: string) =>
    openssl(
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "2",
      "-subj",
      `/CN=${name}`,
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.crt`,
    );
  const signed = (name: string, by: string, names: string) => {
    writeFileSync(file(`${name}.ext`), `subjectAltName=${names}\n`);
    openssl(
      "req",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-subj",
      `/CN=${name}`,
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.csr`,
    );
    openssl(
      "x509",
      "-req",
      "-in",
      `${name}.csr`,
      "-CA",
      `${by}.crt`,
      "-CAkey",
      `${by}.key`,
      "-CAcreateserial",
      "-days",
      "2",
      "-extfile",
      `${name}.ext`,
      "-out",
      `${name}.crt`,
    );
  };

  beforeAll(async () => {
    authority("ours");
    authority("theirs");
    const names = ["IP:127.0.0.1", ...(outer === undefined ? [] : [`IP:${outer}`])].join();
    signed("server", "ours", names);
    chmodSync(folder, 0o755);
    chmodSync(file("server.key"), 0o600);
    if (process.getuid?.() === 0) spawnSync("chown", ["postgres", file("server.key")]);
    postgres = await startTestPostgres(bin ?? "", {
      settings: ["ssl=on", `ssl_cert_file=${file("server.crt")}`, `ssl_key_file=${file("server.key")}`],
      ...(outer === undefined ? {} : { host: outer }),
    });
    const found = { team: "Bakery", space: "Kitchen", memberName: "Anna" };
    anna = await foundSpace({ owner: postgres.owner, ...found }, randomIds);
  }, 120_000);
  afterAll(() => postgres.close());

  const ask = async (options: TeamServerOptions, host = "127.0.0.1") => {
    const server = new TeamServer({ ...anna.address, host }, { ...options, connections: 1 });
    try {
      return (await listMembers(server, anna)).length;
    } finally {
      await server.close();
    }
  };
  const pem = (name: string) => readFileSync(file(`${name}.crt`), "utf8");

  it("trusts a certificate of the authority that was named, and no other", async () => {
    expect(await ask({ authority: pem("ours") })).toBe(1);
    await expect(ask({ authority: pem("theirs") })).rejects.toMatchObject({ code: "team-certificate" });
  });

  it.runIf(outer !== undefined)("speaks to no server beyond this machine that it does not know", async () => {
    await expect(ask({}, outer)).rejects.toMatchObject({ code: "team-certificate" });
    // Past the certificate: this server lets nobody in from there.
    await expect(ask({ authority: pem("ours") }, outer)).rejects.toMatchObject({
      code: "team-login-refused",
    });
  });
});
