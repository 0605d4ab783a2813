import { registerHooks } from "node:module";

/** Simulates a machine for which onnxruntime-node has no binary: loading it fails in the same way. */
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier !== "onnxruntime-node") return next(specifier, context);
    throw Object.assign(new Error("Cannot find module '../bin/napi-v6/onnxruntime_binding.node'"), {
      code: "MODULE_NOT_FOUND",
    });
  },
});
const { runModel } = await import("./run-model.ts");
const model = await runModel(process.argv[2] ?? "resources");
const vector = await model.embed(process.argv[3] ?? "");
process.stdout.write(JSON.stringify({ runtime: model.runtime, vector: [...vector] }));
await model.close();
