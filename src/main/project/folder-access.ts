import { Failure } from "#shared/contract/index.ts";
import type { Origin } from "#shared/model/origin.ts";
import { lookAtFolder } from "../workspace/look-at-folder.ts";
import { agentSigns } from "../workspace/recognise-folder.ts";
import type { FolderTrust, TrustedFolders } from "../workspace/trusted-folders.ts";

/** Whether the open folder is trusted. The user may change it while the folder is open. */
export class FolderAccess {
  #isTrusted: boolean;

  constructor(isTrusted: boolean) {
    this.#isTrusted = isTrusted;
  }

  readonly isTrusted = (): boolean => this.#isTrusted;

  /** The highest origin that a file of the folder can have. */
  readonly origin = (): Origin => (this.#isTrusted ? "you" : "outside");

  set(isTrusted: boolean): void {
    this.#isTrusted = isTrusted;
  }

  /** Fails in a restricted folder. `what` begins the sentence: "Dreaming". */
  require(what: string): void {
    if (this.#isTrusted) return;
    throw new Failure(
      "folder-restricted",
      `${what} is not possible in a folder that you do not trust. Trust the folder first.`,
    );
  }
}

export type Asked = "ask" | FolderTrust | undefined;

/** Whether a folder is opened as trusted, and what is recorded about it. */
export type TrustDecision = { readonly isTrusted: boolean; readonly keep: FolderTrust | null };

/** Fails with `folder-unknown` when the user has to be asked. Its detail lists the files for agents (`signs`). */
export const decideTrust = async (
  folder: string,
  asked: Asked,
  folders: TrustedFolders,
): Promise<TrustDecision> => {
  if (asked === "trusted" || asked === "restricted") return { isTrusted: asked === "trusted", keep: asked };
  const known = await folders.of(folder);
  if (known !== null) return { isTrusted: known === "trusted", keep: null };
  if (asked === undefined) return { isTrusted: true, keep: null };
  const signs = agentSigns(await lookAtFolder(folder));
  if (signs.length === 0) return { isTrusted: true, keep: "trusted" };
  throw new Failure("folder-unknown", `${folder} has files for agents. Say whether you trust it.`, {
    folder,
    signs,
  });
};

/** A folder that Satchel fills is the user's, unless it had files for agents before. */
export const decideTrustOfNew = async (
  folder: string,
  asked: Asked,
  folders: TrustedFolders,
): Promise<TrustDecision> => {
  const isNew = agentSigns(await lookAtFolder(folder)).length === 0;
  return isNew && asked !== "restricted"
    ? { isTrusted: true, keep: "trusted" }
    : decideTrust(folder, asked, folders);
};
