export type EmbedStart = { readonly resources: string };

export type EmbedRequest = {
  /** Names the request in its progress. */
  readonly job: number;
  readonly texts: readonly string[];
  /** Goes before every request that is not. */
  readonly urgent: boolean;
};

export type EmbedProgress = { readonly job: number; readonly done: number };
