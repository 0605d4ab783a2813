/** What a model is told about a tool. */
export type ToolDefinition = {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: unknown;
};
