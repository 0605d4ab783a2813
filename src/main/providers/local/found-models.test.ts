import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { findModels } from "./found-models.ts";

const home = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-found-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
};

const digest = `sha256:${"a".repeat(64)}`;
const manifest = (layer: string) =>
  JSON.stringify({
    layers: [
      { mediaType: "application/vnd.ollama.image.template", digest: `sha256:${"b".repeat(64)}` },
      { mediaType: "application/vnd.ollama.image.model", digest: layer },
    ],
  });

it("finds the models of Ollama by their names, and those of LM Studio by their files", async () => {
  const folder = home({
    ".ollama/models/manifests/registry.ollama.ai/library/qwen3/4b": manifest(digest),
    ".ollama/models/manifests/registry.ollama.ai/mia/fox/latest": manifest(digest.replace("a", "c")),
    [`.ollama/models/blobs/sha256-${"a".repeat(64)}`]: "weights",
    ".lmstudio/models/lab/fox-GGUF/fox-Q4_K_M.gguf": "weights",
    ".lmstudio/models/lab/fox-GGUF/mmproj-fox.gguf": "pictures",
    ".lmstudio/models/lab/owl-GGUF/owl-00001-of-00002.gguf": "weights",
    ".lmstudio/models/lab/owl-GGUF/owl-00002-of-00002.gguf": "weights",
  });
  expect(await findModels({ folder, env: {} })).toEqual([
    {
      source: "lm-studio",
      name: "fox-Q4_K_M",
      path: join(folder, ".lmstudio/models/lab/fox-GGUF/fox-Q4_K_M.gguf"),
    },
    {
      source: "lm-studio",
      name: "owl-00001-of-00002",
      path: join(folder, ".lmstudio/models/lab/owl-GGUF/owl-00001-of-00002.gguf"),
    },
    {
      source: "ollama",
      name: "qwen3:4b",
      path: join(folder, `.ollama/models/blobs/sha256-${"a".repeat(64)}`),
    },
  ]);
});

it("looks where the folders were moved to", async () => {
  const elsewhere = home({
    "m/manifests/registry.ollama.ai/library/tiny/1b": manifest(digest),
    [`m/blobs/sha256-${"a".repeat(64)}`]: "weights",
    "studio/models/lab/fox/fox.gguf": "weights",
  });
  const folder = home({ ".lmstudio-home-pointer": `${join(elsewhere, "studio")}\n` });
  const found = await findModels({ folder, env: { OLLAMA_MODELS: join(elsewhere, "m") } });
  expect(found.map(({ name }) => name)).toEqual(["fox", "tiny:1b"]);
});

it("follows no link and no path in a list, and survives lists that are none", async () => {
  const folder = home({
    ".ollama/models/manifests/registry.ollama.ai/library/bad/1": manifest("sha256:../../../etc/passwd"),
    ".ollama/models/manifests/registry.ollama.ai/library/bad/2": "{",
    ".ollama/models/manifests/registry.ollama.ai/library/bad/3": "[]",
  });
  mkdirSync(join(folder, ".lmstudio/models"), { recursive: true });
  symlinkSync(folder, join(folder, ".lmstudio/models/loop"));
  const before = readdirSync(folder, { recursive: true }).length;
  expect(await findModels({ folder, env: {} })).toEqual([]);
  expect(readdirSync(folder, { recursive: true }).length).toBe(before);
});
