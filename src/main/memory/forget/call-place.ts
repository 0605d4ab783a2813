import type { CallLog } from "../../providers/call-log.ts";
import type { CopyPlace } from "./forgetter.ts";

/** Only the newest are searched: each has to be unpacked. */
const MAX_SEARCHED = 2000;

/** Calls of a model in the background whose messages or reply say the same. */
export const callPlace = (calls: CallLog): CopyPlace => {
  const saying = async (text: string) => {
    const found: string[] = [];
    for (const { id, run } of calls.list({ limit: MAX_SEARCHED })) {
      const call = run === null ? await calls.read(id).catch(() => null) : null;
      const texts = call ? [call.reply, ...call.messages.map(({ content }) => content)] : [];
      if (texts.some((each) => each.includes(text))) found.push(id);
    }
    return found;
  };
  return {
    kind: "runs",
    find: async (text) => {
      const count = (await saying(text)).length;
      return count === 0 ? [] : [{ kind: "runs", place: "calls of a model in the background", count }];
    },
    purge: async (text) => (await saying(text)).filter((id) => calls.remove(id)).length,
  };
};
