import type { Origin } from "#shared/model/origin.ts";

/** A memory as the rest of the product sees it, whichever tier it is in. */
export type MemoryHit = {
  readonly id: string;
  readonly tier: string;
  /** A project-relative path, with `#<line>` where there is one, or a name for the rest. */
  readonly source: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly text: string;
  readonly origin: Origin;
  /** Of a team space: the space says that shared sessions may have it, too. */
  readonly forAll?: boolean;
  /** Whose it is, when it is a team's. */
  readonly team?: { readonly space: string; readonly author: string };
};
