/** Ways to send a folder: all of it, what matters for each question, or what the user chooses. */
export const PROPOSAL_IDS = ["everything", "find", "choose"] as const;
export type ProposalId = (typeof PROPOSAL_IDS)[number];
