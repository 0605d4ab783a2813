import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { modelFolder } from "../src/main/embeddings/bundled-model.ts";
import { readModel } from "../src/main/embeddings/read-model.ts";

const script = join(import.meta.dirname, "build-model.ts");
const build = async (resources: string) =>
  (await promisify(execFile)(process.execPath, [script, resources])).stdout;

it("makes the model from the package, keeps an existing one, and replaces a damaged one", async () => {
  const resources = mkdtempSync(join(tmpdir(), "satchel-build-"));
  const file = join(modelFolder(resources), "model.onnx");
  expect(await build(resources)).toContain("Making the sentence model");
  expect((await readModel(resources)).onnx.length).toBe(statSync(file).size);
  expect(readFileSync(join(modelFolder(resources), "NOTICE"), "utf8")).toContain("Apache");
  const made = statSync(file).mtimeMs;
  expect(await build(resources)).toBe("");
  expect(statSync(file).mtimeMs).toBe(made);
  truncateSync(file, 1_000_000);
  expect(await build(resources)).toContain("Making the sentence model");
  await readModel(resources);
}, 120_000);

it("is not part of the repository", () => {
  const ignored = readFileSync(join(import.meta.dirname, "..", ".gitignore"), "utf8").split("\n");
  expect(ignored).toContain("resources/models/");
});
