import { cutStart } from "../../base/cut-text.ts";
import type { TeamWrite } from "../space/items.ts";

const MAX_SHOWN_CHARS = 300;

/** What a write is about, for a list. */
export const writeText = (write: TeamWrite): string => {
  switch (write.kind) {
    case "propose":
      return cutStart(write.proposal.body, MAX_SHOWN_CHARS);
    case "revise":
      return cutStart(write.revision.body ?? write.revision.heading ?? "", MAX_SHOWN_CHARS);
    case "accept":
      return cutStart(write.acceptance.body ?? write.acceptance.proposal, MAX_SHOWN_CHARS);
    case "decline":
      return write.word;
    case "retire":
    case "forget":
      return write.item;
  }
};
