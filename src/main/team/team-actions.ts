import { Failure } from "#shared/contract/index.ts";
import type { Signal } from "#shared/contract/signal.ts";
import type { Origin } from "#shared/model/origin.ts";
import { MAX_TEAM_TEXT_BYTES, type TeamKind, type TeamProposal } from "#shared/model/team.ts";
import { findWikilinks } from "#shared/model/wikilink.ts";
import type { Ids } from "../base/ids.ts";
import type { Embedder } from "../embeddings/embedder.ts";
import { chunkMarkdown } from "../memory/index/chunk-markdown.ts";
import { plainQueryWords } from "../memory/index/search-text.ts";
import { looseName } from "../memory/tables/loose-name.ts";
import { isTeamPlace } from "./files/team-place.ts";
import type { OpenSpace } from "./open-space.ts";
import { dictionaryOf, DICTIONARIES } from "./space/dictionary.ts";
import { fuseFound, type TeamHit } from "./search/fuse-found.ts";
import { placesOf } from "./search/places.ts";
import { searchSpace } from "./search/search-space.ts";
import type { Acceptance, NewProposal, Revision } from "./space/items.ts";
import { readProposal, textsOf } from "./space/read-items.ts";

/** The model of every space: vectors of different models cannot be compared. */
export type TeamActionsOptions = { readonly embedder: Embedder; readonly ids: Ids };

export type Shared = {
  readonly kind: TeamKind;
  readonly heading: string;
  readonly body: string;
  readonly path: string | null;
  readonly origin: Origin;
  readonly forAll: boolean;
  readonly place: string;
  readonly item: string | null;
  readonly baseVersion: number | null;
  readonly accept: boolean;
};

export type Revised = {
  readonly proposal: string;
  readonly body?: string | undefined;
  readonly heading?: string | undefined;
  readonly forAll?: boolean | undefined;
  readonly place?: string | undefined;
};

export type Accepted = {
  readonly proposal: string;
  readonly body?: string | undefined;
  readonly heading?: string | undefined;
  readonly forAll?: boolean | undefined;
  readonly baseVersion?: number | undefined;
};

const MAX_VECTORS = 64;
const MAX_LINKS = 200;
const MAX_PHRASE_WORDS = 4;
const MAX_PHRASES = 400;

/** What a member does in a space. Everything is stored here first, and sent in order. */
export class TeamActions {
  readonly #options: TeamActionsOptions;

  constructor(options: TeamActionsOptions) {
    this.#options = options;
  }

  /** Returns when the server has it, or when it is clear that it has to wait. */
  async share(open: OpenSpace, given: Shared): Promise<{ proposal: string; arrival: "sent" | "waiting" }> {
    const { accept, ...rest } = given;
    const [body, heading] = [plainText(rest.body), plainText(rest.heading)];
    needSize(body);
    needPlace(rest.kind, rest.path, rest.item);
    const dictionary = dictionaryOf(`${heading}\n${body}`);
    const proposal: NewProposal = { ...rest, body, heading, dictionary, id: this.#options.ids.next() };
    const derived = accept ? await this.#derived(proposal.heading ?? "", proposal.body) : null;
    let last = open.write({ kind: "propose", proposal });
    if (derived) last = open.write({ kind: "accept", acceptance: { proposal: proposal.id, ...derived } });
    return { proposal: proposal.id, arrival: await open.settled(last) };
  }

  /** Of an own proposal that waits. Works without the server, too: what is wrong is said when it is sent. */
  async revise(
    open: OpenSpace,
    { proposal, body, heading, forAll, place }: Revised,
  ): Promise<{ arrival: "sent" | "waiting" }> {
    if (body !== undefined) needSize(plainText(body));
    const revision: Revision = {
      proposal,
      ...(body !== undefined && { body: plainText(body), dictionary: dictionaryOf(body) }),
      ...(heading !== undefined && { heading: plainText(heading) }),
      ...(forAll !== undefined && { forAll }),
      ...(place !== undefined && { place: plainText(place) }),
    };
    return { arrival: await open.settled(open.write({ kind: "revise", revision })) };
  }

  async accept(open: OpenSpace, { proposal, ...edited }: Accepted): Promise<{ arrival: "sent" | "waiting" }> {
    const found = await this.#waiting(open, proposal);
    const body = edited.body === undefined ? found.body : plainText(edited.body);
    needSize(body);
    const heading = edited.heading === undefined ? found.heading : plainText(edited.heading);
    const derived = await this.#derived(heading, body);
    const texts = {
      ...(edited.body !== undefined && { body }),
      ...(edited.heading !== undefined && { heading }),
    };
    // A key without a value would not be the same as none on its way through JSON.
    const given = {
      ...Object.fromEntries(Object.entries(edited).filter(([, value]) => value !== undefined)),
      ...texts,
    };
    const acceptance: Acceptance = { ...given, proposal, ...derived };
    return { arrival: await open.settled(open.write({ kind: "accept", acceptance })) };
  }

  async conflict(open: OpenSpace, proposal: string) {
    const found = await this.#waiting(open, proposal);
    const { item, baseVersion } = found;
    if (item === null || baseVersion === null) return null;
    const texts = await open.ask((server) => textsOf(server, open.membership, item, baseVersion));
    return texts && { ...texts, proposed: found.body };
  }

  async search(
    open: OpenSpace,
    query: string,
    {
      limit,
      onlyForAll,
      maxMs,
    }: { readonly limit: number; readonly onlyForAll: boolean; readonly maxMs?: number },
    signal?: Signal,
  ): Promise<readonly TeamHit[]> {
    const vector = await this.#vectorOf(query, signal);
    const found = await open.ask((server) =>
      searchSpace(
        server,
        open.membership,
        {
          words: plainQueryWords(query),
          text: query,
          vector,
          keys: phrasesOf(query),
          dictionaries: DICTIONARIES,
          onlyForAll,
          limit,
        },
        maxMs === undefined ? {} : { maxMs },
      ),
    );
    return fuseFound(found, limit);
  }

  async #waiting(open: OpenSpace, id: string): Promise<TeamProposal> {
    const found = await open.ask((server) => readProposal(server, open.membership, id));
    if (found?.state === "waiting") return found;
    throw new Failure("team-decided", "Somebody has decided on this proposal already.", { proposal: id });
  }

  /** What is searched for: vectors of its parts, and the names it links to. */
  async #derived(heading: string, body: string): Promise<Pick<Acceptance, "vectors" | "places" | "links">> {
    const chunks = [...firstOf(chunkMarkdown(body, "passages"), MAX_VECTORS)];
    const parts = chunks.map((chunk) => [heading, chunk.heading, chunk.text].filter(Boolean).join("\n"));
    const links = findWikilinks(body).map(({ target }) => looseName(target));
    const names = [looseName(heading), ...links].filter((name) => name.length > 0 && name.length <= 200);
    return {
      vectors: (await this.#options.embedder.embed(parts)).map((vector) => Array.from(vector)),
      places: placesOf(body, chunks),
      links: [...new Set(names)].slice(0, MAX_LINKS),
    };
  }

  /** Without the sentence model the other lists still answer. */
  async #vectorOf(query: string, signal?: Signal): Promise<readonly number[] | null> {
    try {
      const [vector] = await this.#options.embedder.embed([query.slice(0, 2_000)], signal, { urgent: true });
      return vector ? Array.from(vector) : null;
    } catch (error) {
      if (error instanceof Failure) return null;
      throw error;
    }
  }
}

/** Runs of words, as names are written in links. */
const phrasesOf = (query: string): readonly string[] => {
  const words = looseName(query.slice(0, 2_000)).split(" ");
  const phrases = new Set<string>();
  for (let length = Math.min(MAX_PHRASE_WORDS, words.length); length > 0; length -= 1)
    for (let from = 0; from + length <= words.length && phrases.size < MAX_PHRASES; from += 1)
      phrases.add(words.slice(from, from + length).join(" "));
  return [...phrases].filter((phrase) => phrase.length > 2);
};

function* firstOf<T>(all: Iterable<T>, count: number): Generator<T> {
  let taken = 0;
  for (const each of all) {
    if (taken >= count) return;
    taken += 1;
    yield each;
  }
}

/** PostgreSQL has no character 0, and JSON no half of a character. */
const plainText = (text: string): string => text.toWellFormed().replaceAll("\0", "");

/** A file has a place below the workspace; what has none must not pass for one. */
const needPlace = (kind: TeamKind, path: string | null, item: string | null): void => {
  const isPlaced = kind === "file" || kind === "skill";
  if (path === null ? !isPlaced || item !== null : isPlaced && isTeamPlace(kind, path)) return;
  throw new Failure(
    "team-path",
    "A team has SOUL.md, AGENTS.md, text files below knowledge/, and skills as skills/<name>/SKILL.md.",
    { path },
  );
};

const needSize = (body: string): void => {
  if (Buffer.byteLength(body, "utf8") <= MAX_TEAM_TEXT_BYTES) return;
  throw new Failure("team-too-large", "This is too large for a team space: at most 1 MB.");
};
