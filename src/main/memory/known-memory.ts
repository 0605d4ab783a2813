/** A memory as the rest of the product sees it, whichever tier it is in. */
export type KnownMemory = {
  readonly id: string;
  readonly tier: string;
  /** Where it stands: a project-relative path, with `#<line>` where there is one, or a name for the rest. */
  readonly source: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly text: string;
};
