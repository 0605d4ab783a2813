import { z } from "zod";

/** Characters of one proposal. */
export const MAX_PROPOSAL_CHARS = 1_000;

/** A memory that another program proposed. It waits for the user; until then it is in no file and no prompt. */
export const proposal = z.object({
  id: z.string().max(64),
  at: z.string().max(40),
  agent: z.string().max(200),
  /** The name that the program gave itself. Nothing proves it. */
  client: z.string().max(100),
  /** The way it came: a command on this computer, or the address of the app. */
  door: z.enum(["stdio", "http"]),
  /** Kind of note: decision, outcome … */
  kind: z.enum(["decision", "outcome", "strategy", "note", "interaction"]),
  text: z.string().max(MAX_PROPOSAL_CHARS),
});
export type Proposal = z.output<typeof proposal>;

/** What accepting would do to the next prompt. */
export const proposalEffect = z.object({
  /** Project-relative. */
  path: z.string(),
  /** Tokens of the line itself: what a prompt has more when the line is recalled. */
  line: z.number().int(),
  /** Tokens of a prompt without a question: the same before and after where notes come by recall only. */
  before: z.number().int(),
  after: z.number().int(),
  exact: z.boolean(),
  /** Sources of which less would be sent, and how many tokens less. */
  pushedOut: z.array(z.object({ source: z.string(), tokens: z.number().int() })),
});
export type ProposalEffect = z.output<typeof proposalEffect>;
