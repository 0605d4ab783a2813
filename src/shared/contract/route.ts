import type { z } from "zod";

/** One method of the contract: its input and output, both as zod schemas. */
export type Route<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  readonly input: Input;
  readonly output: Output;
};

export type Routes = Readonly<Record<string, Route>>;

export const route = <Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): Route<Input, Output> => ({ input, output });

/** Fields with defaults are optional here. */
export type RouteInput<R extends Route> = z.input<R["input"]>;
/** What a handler receives: parsed, defaults filled in. */
export type RouteParsed<R extends Route> = z.output<R["input"]>;
export type RouteOutput<R extends Route> = z.output<R["output"]>;
