/** A tool's definition for the model. */
export type ToolDefinition = {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: unknown;
};
