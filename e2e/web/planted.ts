import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gunzipSync, inflateSync } from "node:zlib";
import { connectCore } from "./call-core.ts";

/**
 * With `SATCHEL_PLANT=1` the key of the model server in every test: sent with each request, and to be found nowhere but
 * in the file of keys.
 */
export const PLANTED = process.env["SATCHEL_PLANT"] === "1" ? "sk-planted-7f3c9e51b2d84a06" : null;

/** Where the user's keys are. */
const VAULT = join("data", "keys.json");

/** Files below the folder that hold the text, also compressed as kept versions and objects of the history are. */
export const filesWith = (folder: string, text: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => relative(folder, path) !== VAULT && forms(path).some((bytes) => bytes.includes(text)))
    .map((path) => relative(folder, path));

const forms = (path: string): readonly Buffer[] => {
  const bytes = readOrNothing(path);
  const unpacked = [gunzipSync, inflateSync].flatMap((unpack) => {
    try {
      return [unpack(bytes)];
    } catch {
      return [];
    }
  });
  return [bytes, ...unpacked];
};

/** A file of a running server may be gone again. */
const readOrNothing = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
};

/** Stored runs and results are packed in the database: they are read as the app shows them. */
export const shownWith = async (url: string, text: string): Promise<readonly string[]> => {
  const { client, close } = connectCore(url);
  try {
    const found: string[] = [];
    const { sessions } = await client.call("sessions.list", {});
    for (const { id } of sessions) {
      const { runs } = await client.call("context.runs", { session: id });
      for (const { id: run } of runs) {
        const whole = await client.call("context.run", { id: run });
        if (JSON.stringify(whole).includes(text)) found.push(`run ${run}`);
      }
      const read = await client.call("sessions.read", { session: id });
      if (JSON.stringify(read).includes(text)) found.push(`conversation ${id}`);
    }
    const others = [
      await client.call("providers.list", {}),
      await client.call("settings.get", {}),
      await client.call("changes.list", { limit: 1000 }),
      await client.call("memory.list", { limit: 500 }),
    ];
    if (JSON.stringify(others).includes(text)) found.push("providers, settings, changes or memory");
    return found;
  } finally {
    close();
  }
};
