/**
 * An expected failure: a stable code for programs, one sentence for people, and details where they help. Core
 * code throws it where it cannot continue; the dispatcher turns it into a value. Any other thrown error is a
 * bug and reaches callers as `internal`, without its details.
 */
export type FailureValue = {
  readonly code: string;
  readonly message: string;
  readonly detail?: unknown;
};

export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: string;
  readonly detail: unknown;

  constructor(code: string, message: string, detail?: unknown) {
    super(message);
    this.code = code;
    this.detail = detail;
  }

  static from({ code, message, detail }: FailureValue): Failure {
    return new Failure(code, message, detail);
  }

  toValue(): FailureValue {
    return this.detail === undefined
      ? { code: this.code, message: this.message }
      : { code: this.code, message: this.message, detail: this.detail };
  }
}

export type Reply<Value = unknown> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: FailureValue };
