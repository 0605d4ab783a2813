import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Place, Scenario } from "../scenario.ts";
import { inWorkspace, numbersIn, onceEach, textOf } from "./known.ts";

const notesOf = (place: Place): string => {
  const folder = inWorkspace(place, "memory");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".md")) : [];
  return names.map((name) => textOf(join(folder, name))).join("\n");
};

const memories: Scenario = {
  name: "memories",
  step: async ({ client }, n) => {
    await client.call("memory.add", { text: `Fact number ${n} is kept.` });
    return "";
  },
  check: async (place, done) => {
    return onceEach(numbersIn(notesOf(place), /Fact number (\d+) is kept\./g), done, "note");
  },
};

const dreams: Scenario = {
  name: "dreams",
  files: { "workspace/MEMORY.md": "# Memory\n\n- Old.\n" },
  step: async ({ client }, n) => {
    const { at } = await client.call("dream.run", {});
    return `${n} ${at}`;
  },
  check: async (place, { acknowledged, open }) => {
    const diary = textOf(inWorkspace(place, "DREAMS.md")) ?? "";
    const sections = diary.split(/^## Deep Sleep /m).slice(1);
    const whole = sections.filter((section) =>
      /^.* UTC\n\n- candidates: \d+\n- promoted: \d+\n- skipped \(already promoted\): \d+\n/.test(section),
    );
    const memory = textOf(inWorkspace(place, "MEMORY.md")) ?? "";
    return [
      ...(whole.length === sections.length ? [] : ["a section of the diary is torn"]),
      ...(sections.length >= acknowledged.length && sections.length <= acknowledged.length + open.length
        ? []
        : [`${sections.length} sections for ${acknowledged.length} dreams`]),
      ...(memory.startsWith("# Memory\n\n- Old.\n") ? [] : ["MEMORY.md lost what it had"]),
    ];
  },
};

/** Notes that are forgotten: gone for good, the others stay. */
const forgets: Scenario = {
  name: "forgets",
  workMs: 1_200,
  step: async ({ client }, n) => {
    await client.call("memory.add", { text: `Stays ${n} for good.` });
    await client.call("memory.add", { text: `Leaves ${n} soon.` });
    await client.call("workspace.files", {});
    const { memories: found } = await client.call("memory.list", { tier: "daily", limit: 500 });
    const note = found.find(({ text }) => text.includes(`Leaves ${n} soon.`));
    if (!note) return "";
    await client.call("memory.forget", { id: note.id });
    return "forgotten";
  },
  check: async (place, { acknowledged }) => {
    const text = notesOf(place);
    return acknowledged.flatMap(({ n, result }) => [
      ...(text.includes(`Stays ${n} for good.`) ? [] : [`note ${n} is gone`]),
      ...(result === "forgotten" && text.includes(`Leaves ${n} soon.`)
        ? [`note ${n} was forgotten and is back`]
        : []),
    ]);
  },
};

export const memoryScenarios: readonly Scenario[] = [memories, dreams, forgets];
