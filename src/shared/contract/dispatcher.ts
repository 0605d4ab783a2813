import type { z } from "zod";
import { Failure, type Reply } from "./failure.ts";
import type { Route, RouteOutput, RouteParsed, Routes } from "./route.ts";
import type { Signal } from "./signal.ts";

/** What a handler knows about the call besides its input. */
export type Call = { readonly signal: Signal };

export type Handlers<R extends Routes> = {
  readonly [Method in keyof R]: (
    input: RouteParsed<R[Method]>,
    call: Call,
  ) => Promise<RouteOutput<R[Method]>> | RouteOutput<R[Method]>;
};

export type DispatcherOptions = {
  /** Also parse what handlers return. Tests do; in the product it would only cost time. */
  readonly checkOutput: boolean;
  /** The failure behind an error that is not one, such as a full disk. */
  readonly failureOf?: (error: unknown) => Failure | null;
  /** Called with everything thrown that is not a Failure. */
  readonly onBug: (method: string, error: unknown) => void;
};

export type Dispatch = (method: string, input: unknown, signal?: Signal) => Promise<Reply>;

/** The entry point of the core: finds the method, parses the input, and turns the outcome into a Reply. */
export const createDispatcher = <R extends Routes>(
  routes: R,
  handlers: Handlers<R>,
  options: DispatcherOptions,
): Dispatch => {
  return async (method, input, signal = neverAborted) => {
    const route = Object.hasOwn(routes, method) ? routes[method] : undefined;
    if (!route) return refuse("unknown-method", `There is no method called "${method}".`);

    const parsed = route.input.safeParse(input ?? {});
    if (!parsed.success) return refuseInput(method, parsed.error);

    try {
      const handler = handlers[method] as Handlers<Record<string, Route>>[string];
      const value = await handler(parsed.data, { signal });
      if (options.checkOutput) route.output.parse(value);
      return { ok: true, value };
    } catch (error) {
      if (error instanceof Failure) return { ok: false, error: error.toValue() };
      if (signal.aborted) return refuse("cancelled", "The request was cancelled.");
      const failure = options.failureOf?.(error);
      if (failure) return { ok: false, error: failure.toValue() };
      options.onBug(method, error);
      return refuse("internal", "Something went wrong inside Satchel. The log has the details.");
    }
  };
};

const neverAborted: Signal = {
  aborted: false,
  reason: undefined,
  addEventListener: () => {},
  removeEventListener: () => {},
};

const refuse = (code: string, message: string, detail?: unknown): Reply => ({
  ok: false,
  error: new Failure(code, message, detail).toValue(),
});

const refuseInput = (method: string, error: z.ZodError): Reply => {
  const issues = error.issues.map((issue) => ({
    path: issue.path.map(String).join("."),
    message: issue.message,
  }));
  const first = issues[0];
  const where = first?.path ? ` at "${first.path}"` : "";
  const what = first ? `${where}: ${first.message}` : "";
  return refuse("invalid-input", `The input of ${method} is not valid${what}.`, { issues });
};
