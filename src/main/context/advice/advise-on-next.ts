import type { PreviewInput } from "#shared/contract/context.ts";
import type { Signal } from "#shared/contract/index.ts";
import type { Sessions } from "../../sessions/sessions.ts";
import { toolUse } from "../../sessions/tool-use.ts";
import type { Context } from "../context.ts";
import { advise } from "./advise.ts";

type Rooms = {
  readonly context: Context;
  readonly sessions: Sessions;
  /** `YYYY-MM-DD` in the project's time zone. */
  readonly today: () => string;
};

/** Advice on the prompt that would be sent now, and on the tools that its agent has not used lately. */
export const adviseOnNext = async (
  { context, sessions, today }: Rooms,
  input: PreviewInput,
  signal: Signal,
) => {
  const { messages, manifest } = await context.preview(input, signal);
  const [tools, target] = await Promise.all([toolUse(sessions, manifest.agent), context.target(input)]);
  return advise({ manifest, messages, date: today(), target, ...tools });
};
