import type { Handlers } from "#shared/contract/index.ts";
import type { teamRoutes } from "#shared/contract/team.ts";
import { TEAM_KINDS } from "#shared/model/team.ts";
import type { TeamHit } from "../team/search/fuse-found.ts";
import type { HandlerContext } from "./handler-context.ts";

export const teamHandlers = ({
  teams,
  teamActions: actions,
  teamDesk: desk,
  ...context
}: HandlerContext): Handlers<typeof teamRoutes> => ({
  "team.spaces": async () => ({ spaces: [...(await teams.list())] }),
  "team.init": async ({ name, ...input }) => ({ space: await teams.found({ ...input, space: name }) }),
  "team.update": ({ url }) => teams.update(url),
  "team.join": async ({ invitation, memberName }) => ({ space: await teams.join(invitation, memberName) }),
  "team.leave": ({ space, onlyHere }) => done(teams.leave(space, onlyHere)),
  "team.use": ({ space }) => done(teams.use(context.project().folder, space)),
  "team.invite": async ({ space, role, days }) => ({ invitation: await desk.invite(space, role, days) }),
  "team.members": async ({ space }) => ({ members: await desk.members(space) }),
  "team.setRole": ({ space, member, role }) => done(desk.setRole(space, member, role)),
  "team.removeMember": ({ space, member }) => done(desk.removeMember(space, member)),
  "team.items": ({ space, kinds = TEAM_KINDS }) => desk.items(space, kinds),
  "team.item": async ({ space, item }) => ({ item: await desk.item(space, item) }),
  "team.proposals": ({ space }) => desk.proposals(space),
  "team.proposal": async ({ space, proposal }) => ({ proposal: await desk.proposal(space, proposal) }),
  "team.ownProposals": async ({ space }) => ({ proposals: await desk.ownProposals(space) }),
  "team.effect": async ({ space, proposal }, { signal }) => ({
    effects: await context.project().teamSharing.effects(space, proposal, signal),
  }),
  "team.draft": ({ space, source }) => context.project().teamSharing.draft(space, source),
  "team.shareSource": ({ space, ...given }) => context.project().teamSharing.share(space, given),
  "team.versions": async ({ space, item }) => ({ versions: await desk.versions(space, item) }),
  "team.compare": ({ space, item, from, to }) => desk.compare(space, item, from, to),
  "team.files": ({ space }) =>
    desk.files(space, (path) => context.currentProject()?.teamSharing.hiddenBy(path) ?? null),
  "team.pin": ({ space, item, version }) => done(desk.pin(space, item, version)),
  "team.news": async ({ space }) => ({ news: await desk.news(space) }),
  "team.seen": ({ space, items }) => done(desk.seen(space, items)),
  "team.revise": async ({ space, ...given }) => actions.revise(await teams.open(space), given),
  "team.withdraw": ({ space, proposal }) => desk.write(space, { kind: "decline", proposal, word: "" }),
  "team.activity": async ({ space }) => ({ activity: await desk.activity(space) }),
  "team.share": async ({ space, ...given }) => actions.share(await teams.open(space), given),
  "team.accept": async ({ space, ...given }) => actions.accept(await teams.open(space), given),
  "team.decline": ({ space, ...given }) => desk.write(space, { kind: "decline", ...given }),
  "team.retire": ({ space, ...given }) => desk.write(space, { kind: "retire", ...given }),
  "team.forget": ({ space, ...given }) => desk.write(space, { kind: "forget", ...given }),
  "team.conflict": async ({ space, proposal }) => actions.conflict(await teams.open(space), proposal),
  "team.outbox": async ({ space }) => ({ entries: await desk.outbox(space) }),
  "team.retry": ({ space, number }) => desk.retry(space, number),
  "team.dismiss": ({ space, number }) => done(desk.dismiss(space, number)),
  "team.discard": ({ space, number }) => desk.discard(space, number),
  "team.search": async ({ space, query, limit }, { signal }) => {
    const asked = { limit, onlyForAll: false };
    return { hits: [...(await actions.search(await teams.open(space), query, asked, signal))].map(shown) };
  },
  "team.export": async ({ space }) => ({ text: await desk.export(space) }),
});

const done = async (work: Promise<unknown>): Promise<Record<string, never>> => {
  await work;
  return {};
};

const shown = ({ body, authorName, updatedAt, version: _version, forAll: _forAll, ...hit }: TeamHit) => ({
  ...hit,
  text: body,
  author: authorName,
  date: updatedAt.slice(0, 10),
});
