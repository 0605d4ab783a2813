import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import { teamRole } from "#shared/model/team.ts";
import { parseTeamAddress, type TeamAddress, teamAddressText } from "../server/team-address.ts";
import type { TeamIdentity } from "../server/team-server.ts";

/** What a person has of a space. `address` and `secret` lie in the vault, the rest in the user's settings. */
export type TeamMembership = TeamIdentity & {
  readonly address: TeamAddress;
  readonly spaceName: string;
  readonly memberName: string;
  /** As the server said last. It decides, not this. */
  readonly role: z.output<typeof teamRole>;
};

export type Invitation = { readonly address: TeamAddress; readonly code: string };

const PREFIX = "satchel-team:";
const MAX_INVITATION_CHARS = 4_000;
const written = z.tuple([z.string(), z.string().min(20).max(200)]);

/** One line to hand over, on a way that others do not read: it opens the server and the space. */
export const invitationText = ({ address, code }: Invitation): string =>
  PREFIX + Buffer.from(JSON.stringify([teamAddressText(address), code]), "utf8").toString("base64url");

export const parseInvitation = (text: string): Invitation => {
  const line = text.trim();
  if (!line.startsWith(PREFIX) || line.length > MAX_INVITATION_CHARS) throw notAnInvitation();
  const parsed = written.safeParse(
    jsonOf(Buffer.from(line.slice(PREFIX.length), "base64url").toString("utf8")),
  );
  if (!parsed.success) throw notAnInvitation();
  const [address, code] = parsed.data;
  return { address: parseTeamAddress(address), code };
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

const notAnInvitation = () =>
  new Failure("team-invitation", `This is no invitation. It is one line that begins with ${PREFIX}.`);
