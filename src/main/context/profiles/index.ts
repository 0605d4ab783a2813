import { harness } from "./harness.ts";
import { layered } from "./layered.ts";
import { persona } from "./persona.ts";
import type { ProfileKind } from "./profile-kind.ts";
import { snapshot } from "./snapshot.ts";

/** The kinds of profile there are. A new one is a file beside this one and a line here. */
export const profileKinds: readonly ProfileKind[] = [layered, harness, persona, snapshot];
