import type { RunShape } from "#shared/contract/context.ts";
import type { Client } from "#shared/contract/index.ts";
import { t } from "../ui/messages/index.ts";
import type { BudgetState } from "./budget-state.ts";
import type { ExportItem } from "./export-menu.tsx";
import { barSvg, mapSvg, pagePalette, timelineSvg } from "./export-svg.ts";
import { partsOf } from "./map/parts.ts";
import { asJson, asMarkdown } from "./sent/sent-text.ts";

export const exportItems = (
  client: Client,
  state: BudgetState,
  runs: readonly RunShape[],
): readonly ExportItem[] => {
  const manifest = state.tried ?? state.saved;
  if (!manifest) return [];
  const words = t.budget.export;
  const run = runLookedAt(state, runs);
  // Read again, because the account that follows a slider lacks the places of segments.
  const whole = async () => {
    if (run !== null) {
      const stored = await client.call("context.run", { id: run });
      return { messages: stored.messages, account: stored.manifest };
    }
    const prompt = await state.readWhole();
    return { messages: prompt?.messages ?? [], account: prompt?.manifest ?? manifest };
  };
  const drawn = async () => (run === null ? { account: manifest } : whole());
  return [
    {
      label: words.bar,
      file: "window.svg",
      make: async () => barSvg((await drawn()).account, pagePalette()),
    },
    {
      label: words.map,
      file: "map.svg",
      make: async () => mapSvg(partsOf((await drawn()).account), pagePalette()),
    },
    ...(runs.length > 0
      ? [{ label: words.timeline, file: "timeline.svg", make: () => timelineSvg(runs, pagePalette()) }]
      : []),
    {
      label: words.manifest,
      file: "manifest.json",
      make: async () => `${JSON.stringify((await whole()).account, null, 2)}\n`,
    },
    {
      label: words.sentJson,
      file: "messages.json",
      make: async () => {
        const { messages, account } = await whole();
        return asJson(messages, account);
      },
    },
    {
      label: words.sentMarkdown,
      file: "messages.md",
      make: async () => asMarkdown((await whole()).messages),
    },
  ];
};

/** The stored run that is on the screen; null when the next turn is shown. */
const runLookedAt = ({ tab, run }: BudgetState, runs: readonly RunShape[]): string | null => {
  if (tab === "sent") return run;
  if (tab !== "timeline") return null;
  return runs.find(({ id }) => id === run)?.id ?? runs.at(-1)?.id ?? null;
};
