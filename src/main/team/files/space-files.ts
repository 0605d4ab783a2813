import { Failure } from "#shared/contract/index.ts";
import type { TeamFile, TeamKind } from "#shared/model/team.ts";
import { OneAtATime } from "../../base/one-at-a-time.ts";
import type { TeamServer } from "../server/team-server.ts";
import type { TeamMembership } from "../space/membership.ts";
import { versionText } from "../space/read-items.ts";
import { syncFiles } from "./sync-files.ts";
import type { CachedFile, TeamCache } from "./team-cache.ts";
import { type TeamLayer, teamLayerOf } from "./team-layer.ts";

export type TeamNews = {
  readonly item: string;
  readonly kind: TeamKind;
  readonly path: string;
  readonly change: "new" | "changed" | "retired" | "gone";
  readonly from: number | null;
  readonly to: number;
  readonly authorName: string;
};

/** The files of one space on this computer: with the server they are kept up to date, without it they stay. */
export class SpaceFiles {
  readonly cache: TeamCache;
  readonly #membership: TeamMembership;
  readonly #turns = new OneAtATime();
  #layer: { readonly changes: number; readonly layer: TeamLayer } | null = null;

  constructor(cache: TeamCache, membership: TeamMembership) {
    this.cache = cache;
    this.#membership = membership;
  }

  /** Whether something is different now. */
  sync(server: TeamServer): Promise<boolean> {
    return this.#turns.run(() => syncFiles(server, this.#membership, this.cache));
  }

  /** The same object until something changes. */
  layer(): TeamLayer {
    const { changes } = this.cache;
    if (this.#layer?.changes !== changes)
      this.#layer = { changes, layer: teamLayerOf(this.#membership, this.cache.files(), this.cache.pins()) };
    return this.#layer.layer;
  }

  list(hiddenBy: (path: string) => string | null): readonly TeamFile[] {
    const [pins, seen] = [this.cache.pins(), this.cache.seen()];
    return this.cache.files().map(({ body: _body, origin: _origin, author: _author, ...file }) => {
      const pinned = pins.get(file.item);
      return {
        ...file,
        used: pinned?.version ?? file.version,
        pinned: pinned !== undefined,
        seen: seen.get(file.item)?.version ?? null,
        hiddenBy: hiddenBy(file.path),
      };
    });
  }

  news(): readonly TeamNews[] {
    const seen = this.cache.seen();
    const files = this.cache.files();
    const news: TeamNews[] = files.flatMap(({ item, kind, path, version, state, authorName }) => {
      const from = seen.get(item)?.version ?? null;
      const change = changeOf(from, version, state);
      return change === null ? [] : [{ item, kind, path, change, from, to: version, authorName }];
    });
    const there = new Set(files.map(({ item }) => item));
    for (const [item, { version, path, kind }] of seen)
      if (!there.has(item))
        news.push({ item, kind, path, change: "gone", from: version, to: version, authorName: "" });
    return news;
  }

  /** The text of the version is stored here, so it is used without the server, too. */
  async pin(server: TeamServer, item: string, version: number | null): Promise<void> {
    if (version === null) return this.cache.pin(item, null);
    const file = this.cache.files().find((each) => each.item === item);
    if (!file) throw new Failure("team-not-found", "This is not in the team space any more.", { item });
    const body =
      file.version === version ? file.body : await versionText(server, this.#membership, item, version);
    if (body === null)
      throw new Failure("team-version-not-found", "This version is not there any more.", { version });
    this.cache.pin(item, { version, body });
  }

  /** The accepted file with this place. */
  at(path: string): CachedFile | null {
    return this.cache.files().find((each) => each.path === path && each.state === "accepted") ?? null;
  }

  close(): Promise<void> {
    return this.#turns.run(async () => this.cache.close());
  }
}

const changeOf = (seen: number | null, version: number, state: string): TeamNews["change"] | null => {
  if (state === "retired") return seen === null ? null : "retired";
  if (seen === null) return "new";
  return seen === version ? null : "changed";
};
