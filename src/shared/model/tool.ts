import type { Origin } from "./origin.ts";

/** A tool's definition for the model. */
export type ToolDefinition = {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: unknown;
  /** Of the definition itself, where it does not ship with Satchel. */
  readonly origin?: Origin;
  /** It finds tools whose definitions are not sent. */
  readonly finds?: true;
};
