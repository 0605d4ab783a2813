import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Failure } from "#shared/contract/failure.ts";
import { writeSmallModel } from "../../../../e2e/model-file/small-model.ts";
import { readGgufHeader } from "./gguf-header.ts";

const folder = mkdtempSync(join(tmpdir(), "satchel-gguf-"));
const path = join(folder, "small.gguf");
writeSmallModel(path, { window: 2048, name: "Small" });
const whole = readFileSync(path);
const changed = join(folder, "changed.gguf");

/** The header, or the code of the failure; anything else is an error of the reader. */
const outcome = async (): Promise<string> => {
  try {
    await readGgufHeader(changed);
    return "read";
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
};

describe("the header of a model file", () => {
  it("says what the model is", async () => {
    expect(await readGgufHeader(path)).toMatchObject({
      architecture: "llama",
      name: "Small",
      quantization: "F32",
      trainedWindow: 2048,
      // One layer of 128 keys and 128 values, two bytes each.
      bytesPerToken: 512,
      hasTemplate: true,
      fileBytes: whole.length,
      parts: 1,
    });
  });

  it("has the same hash for the same vocabulary and template, whatever the rest is", async () => {
    const same = join(folder, "same.gguf");
    writeSmallModel(same, { window: 512, name: "Other", random: true });
    const other = join(folder, "other.gguf");
    writeSmallModel(other, { template: null });
    const { tokenizer } = await readGgufHeader(path);
    expect((await readGgufHeader(same)).tokenizer).toBe(tokenizer);
    expect((await readGgufHeader(other)).tokenizer).not.toBe(tokenizer);
  });

  it("is refused with a code wherever the file ends", async () => {
    for (let size = 0; size < whole.length; size += 1 + Math.floor(size / 3)) {
      writeFileSync(changed, whole);
      truncateSync(changed, size);
      expect(["model-file-cut-off", "model-file-not-gguf"]).toContain(await outcome());
    }
  });

  it("is read or refused with a code when any byte of it is different", async () => {
    const seen = new Set<string>();
    for (let at = 0; at < 12_000; at += at < 400 ? 1 : 37) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ (at % 2 === 0 ? 0xff : 0x80);
      writeFileSync(changed, bytes);
      seen.add(await outcome());
    }
    expect([...seen].sort()).toEqual(["model-file-cut-off", "model-file-not-gguf", "read"]);
  });
});
