import { Failure } from "#shared/contract/failure.ts";

export const promptTooLong = (tokens: number, window: number) =>
  new Failure("context-length", `The prompt has ${tokens} tokens, and the model's window is ${window}.`, {
    tokens,
    window,
  });
