import { z } from "zod";
import { origin } from "../model/origin.ts";
import {
  teamActivity,
  teamDraft,
  teamEffect,
  teamFile,
  teamItem,
  teamKind,
  teamMember,
  teamProposal,
  teamRole,
  teamSource,
  teamVersion,
} from "../model/team.ts";
import { route } from "./route.ts";

const id = z.guid();
const heading = z.string().max(1_000);
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
  /** The newest 1,000; `total` counts all. Texts are cut, see `team.item`. */
  "team.items": route(
    z.object({ ...space, kinds: z.array(teamKind).optional() }),
    z.object({ items: z.array(teamItem), total: z.number().int() }),
  ),
  /** With its whole text; null: it is not there any more. */
  "team.item": route(z.object({ ...space, item: id }), z.object({ item: teamItem.nullable() })),
  /** What waits, the newest 1,000. A reviewer gets all, others their own. */
  "team.proposals": route(
    z.object(space),
    z.object({ proposals: z.array(teamProposal), total: z.number().int() }),
  ),
  /** With its whole text, also when it is decided. */
  "team.proposal": route(
    z.object({ ...space, proposal: id }),
    z.object({ proposal: teamProposal.nullable() }),
  ),
  /** The newest 1,000 of the own ones, decided ones included, with the reviewer's word. */
  "team.ownProposals": route(z.object(space), z.object({ proposals: z.array(teamProposal) })),
  /** The newest 200. */
  "team.activity": route(z.object(space), z.object({ activity: z.array(teamActivity) })),
  /**
   * What accepting would do to the next prompts of the open project: the assembler's own answer with and without it,
   * one entry per agent. A memory is asked about with its own text.
   */
  "team.effect": route(z.object({ ...space, proposal: id }), z.object({ effects: z.array(teamEffect) })),
  /** What sharing something of the open project would propose. Sends nothing. Fails with `team-path`, `secret-file` … */
  "team.draft": route(z.object({ ...space, source: teamSource }), teamDraft),
  /** Proposes something of the open project. `body` and `heading`: as the user edited the draft. */
  "team.shareSource": route(
    z.object({
      ...space,
      source: teamSource,
      heading: heading.optional(),
      body: body.optional(),
      forAll: z.boolean().default(false),
      place: z.string().max(1_000).default(""),
      accept: z.boolean().default(false),
    }),
    arrival.extend({ proposal: z.string() }),
  ),
  /** Proposes something to the space. With `accept`, a reviewer takes it at once. */
  "team.share": route(
    z.object({
      ...space,
      kind: teamKind,
      heading: heading.default(""),
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
      heading: heading.optional(),
      forAll: z.boolean().optional(),
      /** The version that `body` was merged with. */
      baseVersion: z.number().int().optional(),
    }),
    arrival,
  ),
  /** Changes an own proposal that waits. */
  "team.revise": route(
    z.object({
      ...space,
      proposal: id,
      body: body.optional(),
      heading: heading.optional(),
      forAll: z.boolean().optional(),
      place: z.string().max(1_000).optional(),
    }),
    arrival,
  ),
  /** Takes an own proposal back. */
  "team.withdraw": route(z.object({ ...space, proposal: id }), arrival),
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
  /** The newest 100 texts of an item, newest first. */
  "team.versions": route(z.object({ ...space, item: id }), z.object({ versions: z.array(teamVersion) })),
  /** Two texts of one item, for a diff; null: that version is not there any more. */
  "team.compare": route(
    z.object({ ...space, item: id, from: z.number().int(), to: z.number().int() }),
    z.object({ from: z.string().nullable(), to: z.string().nullable() }),
  ),
  /** The team's files and skills as this computer has them; asks no server. `syncedAt`: null: never. */
  "team.files": route(
    z.object(space),
    z.object({ files: z.array(teamFile), syncedAt: z.string().nullable(), left: z.number().int() }),
  ),
  /** Prompts here use this version, whatever the team accepts later; null: always the newest. */
  "team.pin": route(z.object({ ...space, item: id, version: z.number().int().nullable() }), z.object({})),
  /** What is new since the user last saw it: files, skills and what was retired. Asks no server. */
  "team.news": route(
    z.object(space),
    z.object({
      news: z.array(
        z.object({
          item: z.string(),
          kind: teamKind,
          path: z.string(),
          change: z.enum(["new", "changed", "retired", "gone"]),
          /** The version that was seen last; null: none. */
          from: z.number().int().nullable(),
          to: z.number().int(),
          authorName: z.string(),
        }),
      ),
    }),
  ),
  /** The user saw these; without `items`, everything. */
  "team.seen": route(z.object({ ...space, items: z.array(id).max(2_000).optional() }), z.object({})),
  /** What has not arrived at the server, oldest first. */
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
  /** Removes a refused change from the list. */
  "team.dismiss": route(z.object({ ...space, number: z.number().int() }), z.object({})),
  /** Sends a refused change again, as the newest one. Fails with the reason, or `team-not-refused`. Without `number`: tries now what waits. */
  "team.retry": route(z.object({ ...space, number: z.number().int().optional() }), arrival),
  /**
   * Does not send a change that waits, or removes a refused one. `arrived`: it had reached the server already, or may
   * have, so it is not undone there.
   */
  "team.discard": route(
    z.object({ ...space, number: z.number().int() }),
    z.object({ arrived: z.enum(["no", "maybe"]) }),
  ),
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
