import type * as Ort from "onnxruntime-node";

export type RuntimeKind = "native" | "wasm";

/** Starts a model with the native runtime, or with WebAssembly where there is no binary for this machine. */
export const startSession = async (
  model: Uint8Array,
  only?: RuntimeKind,
): Promise<{
  readonly ort: Pick<typeof Ort, "Tensor">;
  readonly session: Ort.InferenceSession;
  readonly kind: RuntimeKind;
}> => {
  if (only !== "wasm") {
    try {
      return { ...(await startNative(model)), kind: "native" };
    } catch (error) {
      if (only === "native" || !isMissingBinary(error)) throw error;
    }
  }
  return { ...(await startWasm(model)), kind: "wasm" };
};

/** One thread: embedding is background work and must leave cores to the user. */
const oneThread = { intraOpNumThreads: 1, interOpNumThreads: 1 } as const;

const startNative = async (model: Uint8Array) => {
  const ort = await import("onnxruntime-node");
  const session = await ort.InferenceSession.create(model, {
    ...oneThread,
    executionProviders: ["cpu"],
    // Errors only; the runtime's remarks on hardware would appear between the lines of a command's output.
    logSeverityLevel: 3,
  });
  return { ort, session };
};

const startWasm = async (model: Uint8Array) => {
  const ort = await import("onnxruntime-web");
  ort.env.wasm.numThreads = 1;
  const session = await ort.InferenceSession.create(model, { ...oneThread, executionProviders: ["wasm"] });
  return { ort, session };
};

/** There is no binary for this platform, or it cannot be loaded here. */
const isMissingBinary = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  ["MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND", "ERR_DLOPEN_FAILED"].includes(String(error.code));
