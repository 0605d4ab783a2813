import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findDoorKey, keepDoorKey } from "./door-keys.ts";

it("gives the secret only for the very socket it belongs to, and keeps it for the user alone", async () => {
  const data = mkdtempSync(join(tmpdir(), "satchel-door-"));
  const socket = join(data, "s.sock");
  const forget = await keepDoorKey(data, socket, "s".repeat(43));
  expect((await findDoorKey(data, socket))?.secret).toBe("s".repeat(43));
  expect(await findDoorKey(data, join(data, "other.sock"))).toBeNull();
  const [name = ""] = readdirSync(join(data, "cores"));
  expect(statSync(join(data, "cores", name)).mode & 0o077).toBe(0);
  // A key under the name of another socket is not taken for that one's.
  const key = readFileSync(join(data, "cores", name), "utf8");
  writeFileSync(join(data, "cores", name), key.replace("s.sock", "t.sock"));
  expect(await findDoorKey(data, socket)).toBeNull();
  await forget();
});
