import type { Overrides } from "#shared/contract/context.ts";
import type { Signal } from "#shared/contract/index.ts";
import type { ContextPorts } from "../context-ports.ts";
import type { Count } from "../gather/gather-sources.ts";
import type { ProfileData } from "#shared/model/profile.ts";
import { sha256 } from "../text-hash.ts";
import type { ProjectFile } from "../types.ts";
import { type ListedFile, snapshotCandidates } from "./candidates.ts";
import { hasNewNames, type Listing } from "./list-project-files.ts";
import { orderSnapshot, snapshotLimits, SNAPSHOT_LIMITS } from "./select-snapshot.ts";
import { SnapshotTexts } from "./snapshot-texts.ts";

export type ReadProjectInput = {
  readonly activeFile: string | null;
  readonly overrides: Overrides;
  readonly isRun: boolean;
};

type SnapshotProfile = Pick<ProfileData, "exclude"> & { readonly spine?: readonly string[] | null };

export type ProjectPorts = Pick<
  ContextPorts,
  "clock" | "env" | "folder" | "originOf" | "projectFiles" | "workspaces"
>;

/** Reads the project for the snapshot profile: every candidate in order, with text as far as the limits reach. */
export class ProjectReader {
  readonly #ports: ProjectPorts;
  readonly #texts: SnapshotTexts;
  #listed: { readonly at: number; readonly listing: Listing } | null = null;

  constructor(ports: ProjectPorts) {
    this.#ports = ports;
    this.#texts = new SnapshotTexts(ports.folder);
  }

  async read(
    profile: SnapshotProfile,
    input: ReadProjectInput,
    count: Count,
    warnings: string[],
    signal?: Signal,
  ): Promise<readonly ProjectFile[]> {
    let found = await this.#find(profile, input, await this.#list(input.isRun, signal), signal);
    // A file changed since it was listed: what is sent would have a different text and a different order.
    if (found.read.isStale) found = await this.#find(profile, input, await this.#list(true, signal), signal);
    const { candidates, read } = found;
    warnings.push(...found.warnings, ...read.warnings);
    return Promise.all(
      candidates
        .filter(({ path }) => !read.gone.has(path))
        .map(async (file) => {
          const text = read.texts.get(file.path) ?? null;
          return { ...(await projectFile(file, text, count)), origin: this.#ports.originOf(text ?? "") };
        }),
    );
  }

  async #find(
    profile: SnapshotProfile,
    { activeFile, overrides }: ReadProjectInput,
    listing: Listing,
    signal?: Signal,
  ) {
    const candidates = orderSnapshot(snapshotCandidates(listing.files, this.#ports.workspaces()), {
      ...(profile.spine ? { spine: profile.spine } : {}),
      ...(activeFile === null ? {} : { activeFile }),
    });
    const changes = overrides.files ?? {};
    const wanted = candidates.filter(
      ({ path }) => !(changes[path]?.exclude ?? profile.exclude.includes(path)),
    );
    const read = await this.#texts.read(wanted, {
      limits: snapshotLimits({ ...SNAPSHOT_LIMITS, ...profile }, this.#ports.env),
      unsaved: (path) => changes[path]?.text,
      signal,
    });
    const warnings = listing.isCut
      ? ["The project has too many files; the snapshot looked at a part of them."]
      : [];
    return { candidates, read, warnings };
  }

  /** A run lists the files again; previews that follow a slider share a recent listing. */
  async #list(again: boolean, signal?: Signal): Promise<Listing> {
    const now = this.#ports.clock.now().getTime();
    const last = this.#listed;
    const isRecent = last !== null && !again && Math.abs(now - last.at) < LISTING_MS;
    if (isRecent && !(await hasNewNames(this.#ports.folder, last.listing))) return last.listing;
    const listing = await this.#ports.projectFiles(last?.listing.files ?? [], signal);
    this.#listed = { at: now, listing };
    return listing;
  }
}

/**
 * Files that are printed, and folders for new names, are looked at in each preview. What is beyond their limits is in
 * the next prompt within a second.
 */
const LISTING_MS = 500;

const projectFile = async (
  file: ListedFile,
  text: string | null,
  count: Count,
): Promise<Omit<ProjectFile, "origin">> => ({
  path: file.path,
  text,
  utf8Bytes: text === null ? file.bytes : Buffer.byteLength(text),
  changedAt: file.changedAt,
  // A file that is not read is not sent either; its size is estimated.
  tokens: text === null ? Math.ceil(file.bytes / 4) : await count(text),
  sha256: sha256(text ?? ""),
});
