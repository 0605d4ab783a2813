import type { FailureValue } from "#shared/contract/failure.ts";

export type WorkerStart = { readonly resources: string };

export type WorkerRequest =
  | {
      readonly kind: "embed";
      readonly id: number;
      readonly texts: readonly string[];
      readonly urgent: boolean;
    }
  | { readonly kind: "stop"; readonly id: number }
  | { readonly kind: "close" };

export type WorkerReply =
  | { readonly kind: "progress"; readonly id: number; readonly done: number }
  | { readonly kind: "done"; readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly kind: "failed"; readonly id: number; readonly error: FailureValue };
