import { z } from "zod";
import { origin } from "../model/origin.ts";
import {
  teamActivity,
  teamItem,
  teamKind,
  teamMember,
  teamProposal,
  teamRole,
  teamVersion,
} from "../model/team.ts";
import { route } from "./route.ts";

const id = z.string().min(1).max(64);
const space = { space: id };
const personName = z.string().trim().min(1).max(100);
const body = z.string().min(1).max(1_048_576);

/** `sent`: the server has it. `waiting`: it is stored here and will be sent. */
const arrival = z.object({ arrival: z.enum(["sent", "waiting"]) });

const spaceView = z.object({
  space: z.string(),
  name: z.string(),
  member: z.string(),
  memberName: z.string(),
  /** As the server said when you joined or asked last; the server decides. */
  role: teamRole,
  address: z.string(),
  folders: z.array(z.string()),
  server: z.enum(["unknown", "here", "away"]),
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Changes that have not reached the server, and those that it refused. */
  waiting: z.number().int(),
  refused: z.number().int(),
});

/** Team spaces: a memory and files that several people share, on a PostgreSQL server of theirs. */
export const teamRoutes = {
  "team.spaces": route(z.object({}), z.object({ spaces: z.array(spaceView) })),
  /** Sets a server up and makes a space. `url` is the owner's connection; it is not stored. */
  "team.init": route(
    z.object({
      url: z.string().min(1).max(2_000),
      team: z.string().trim().min(1).max(200),
      name: z.string().trim().min(1).max(200),
      memberName: personName,
    }),
    z.object(space),
  ),
  /** Brings an older schema up to date, with the owner's connection. */
  "team.update": route(
    z.object({ url: z.string().min(1).max(2_000) }),
    z.object({ from: z.number().int(), to: z.number().int() }),
  ),
  "team.join": route(
    z.object({ invitation: z.string().min(1).max(4_000), memberName: personName }),
    z.object(space),
  ),
  /** Fails with `team-waiting` while changes wait. `onlyHere`: without telling the server. */
  "team.leave": route(z.object({ ...space, onlyHere: z.boolean().default(false) }), z.object({})),
  /** Whether the open project uses a space; `null`: none. */
  "team.use": route(z.object({ space: id.nullable() }), z.object({})),
  /** One line that lets one person in, once. */
  "team.invite": route(
    z.object({ ...space, role: teamRole, days: z.number().int().min(1).max(30).default(7) }),
    z.object({ invitation: z.string() }),
  ),
  "team.members": route(z.object(space), z.object({ members: z.array(teamMember) })),
  "team.setRole": route(z.object({ ...space, member: id, role: teamRole }), z.object({})),
  "team.removeMember": route(z.object({ ...space, member: id }), z.object({})),
  "team.items": route(
    z.object({ ...space, kinds: z.array(teamKind).optional() }),
    z.object({ items: z.array(teamItem) }),
  ),
  /** All texts of an item, newest first. */
  "team.versions": route(z.object({ ...space, item: id }), z.object({ versions: z.array(teamVersion) })),
  "team.proposals": route(z.object(space), z.object({ proposals: z.array(teamProposal) })),
  "team.activity": route(z.object(space), z.object({ activity: z.array(teamActivity) })),
  /** Proposes something to the space. With `accept`, a reviewer takes it at once. */
  "team.share": route(
    z.object({
      ...space,
      kind: teamKind,
      heading: z.string().max(1_000).default(""),
      body,
      path: z.string().max(1_000).nullable().default(null),
      origin: origin.default("you"),
      forAll: z.boolean().default(false),
      place: z.string().max(1_000).default(""),
      /** A change of an item: which, and of which version. */
      item: id.nullable().default(null),
      baseVersion: z.number().int().nullable().default(null),
      accept: z.boolean().default(false),
    }),
    arrival.extend({ proposal: z.string() }),
  ),
  /** Fails with `team-changed` when the item has a newer version, `team-decided` when somebody was faster. */
  "team.accept": route(
    z.object({
      ...space,
      proposal: id,
      body: body.optional(),
      heading: z.string().max(1_000).optional(),
      forAll: z.boolean().optional(),
      /** The version that `body` was merged with. */
      baseVersion: z.number().int().optional(),
    }),
    arrival,
  ),
  "team.decline": route(
    z.object({ ...space, proposal: id, word: z.string().max(1_000).default("") }),
    arrival,
  ),
  "team.retire": route(z.object({ ...space, item: id, version: z.number().int() }), arrival),
  /** For everybody in the space. Cannot be undone. */
  "team.forget": route(z.object({ ...space, item: id }), arrival),
  /** The three texts of a conflict: where a change began, the present one, and the proposed one. */
  "team.conflict": route(
    z.object({ ...space, proposal: id }),
    z.object({ base: z.string(), present: teamItem, proposed: z.string() }).nullable(),
  ),
  /** What was refused and waits to be seen. */
  "team.outbox": route(
    z.object(space),
    z.object({
      entries: z.array(
        z.object({
          number: z.number().int(),
          at: z.string(),
          kind: z.string(),
          text: z.string(),
          state: z.enum(["waiting", "refused"]),
          code: z.string().nullable(),
          message: z.string().nullable(),
        }),
      ),
    }),
  ),
  /** Sends what was refused again. Fails with the reason when it is refused again, and `team-not-refused`. */
  "team.retry": route(z.object({ ...space, number: z.number().int() }), arrival),
  "team.dismiss": route(z.object({ ...space, number: z.number().int() }), z.object({})),
  "team.search": route(
    z.object({
      ...space,
      query: z.string().min(1).max(20_000),
      limit: z.number().int().min(1).max(50).default(10),
    }),
    z.object({
      hits: z.array(
        z.object({
          id: z.string(),
          kind: teamKind,
          path: z.string().nullable(),
          heading: z.string(),
          text: z.string(),
          origin,
          author: z.string(),
          date: z.string(),
          score: z.number(),
          reason: z.string(),
        }),
      ),
    }),
  ),
  /** Everything that is yours in the space. */
  "team.export": route(z.object(space), z.object({ text: z.string() })),
};

export const teamEvents = {
  /** Something in a space changed, on the server or in what waits for it. */
  "team.changed": z.object({ space: z.string() }),
};
