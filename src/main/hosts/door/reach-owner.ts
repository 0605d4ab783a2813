import { setTimeout as wait } from "node:timers/promises";
import type { Reply } from "#shared/contract/index.ts";
import { NOT_SENT } from "#shared/wire/index.ts";
import type { OwnerRecord } from "../../base/owner-lock.ts";
import { connectOwner, type OwnerConnection } from "./connect-owner.ts";
import { findDoorKey } from "./door-keys.ts";
import { CORE_CLOSING } from "./owner-path.ts";
import { LOOK_MS, ownerOf } from "./project-owner.ts";

/** How long a responding owner may take to open the project. */
const OPENING_MS = 60_000;
/** How long a socket may stay silent before its owner counts as unreachable. */
const SILENT_MS = 3_000;

/** `gone`: this owner no longer has the project. `failed`: it answered with a failure. */
export type Reached =
  | { readonly kind: "open"; readonly carrier: OwnerConnection; readonly info: Reply }
  | { readonly kind: "failed"; readonly reply: Reply }
  | { readonly kind: "gone" | "unreachable" };

/**
 * Connects to the owner of the folder and requests its project. The caller must close the carrier of `open`.
 */
export const reachOwner = async (folder: string, owner: OwnerRecord, userData: string): Promise<Reached> => {
  const key = owner.socket === null ? null : await findDoorKey(userData, owner.socket);
  if (!key) return { kind: "unreachable" };
  const carrier = connectOwner(key, owner.nonce);
  const outcome = await connected(folder, owner.nonce, carrier);
  if (outcome !== "open") {
    carrier.close();
    return { kind: outcome };
  }
  const info = await carrier.request("project.info", {});
  if (info.ok) return { kind: "open", carrier, info };
  carrier.close();
  const isGone = [CORE_CLOSING, NOT_SENT, "connection-lost"].includes(info.error.code);
  return isGone ? { kind: "gone" } : { kind: "failed", reply: info };
};

const connected = async (
  folder: string,
  nonce: string,
  carrier: OwnerConnection,
): Promise<"open" | "gone" | "unreachable"> => {
  for (const begun = Date.now(); ; await wait(LOOK_MS)) {
    const status = carrier.status.get();
    if (status === "open") return "open";
    if (status === "refused") return "unreachable";
    if ((await ownerOf(folder))?.nonce !== nonce) return "gone";
    if (Date.now() - begun > (carrier.answered() ? OPENING_MS : SILENT_MS)) return "unreachable";
  }
};
