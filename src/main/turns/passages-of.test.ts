import { expect, it } from "vitest";
import type { Message, Segment } from "#shared/model/manifest.ts";
import { passagesOf } from "./passages-of.ts";

const parts = [
  ["soul", "SOUL.md", "Be kind about travel.\n\n"],
  ["core", "AGENTS.md", "## AGENTS.md\nAsk before booking.\n\n"],
  ["system", "prompt", "You answer about travel.\n\n"],
  [
    "memory",
    "Travel/Kyoto.md#3",
    "## Relevant memory\n- [knowledge · Travel/Kyoto.md#3 · 2026-11-17] The ryokan.",
  ],
] as const;

it("are the user's own texts, without the prompt's instructions and frames", () => {
  let at = 0;
  const segments = parts.map(([layer, source, text]) => {
    const range: [number, number] = [at, (at += text.length)];
    return { layer, source, message: 0, range } as unknown as Segment;
  });
  const messages: Message[] = [{ role: "system", content: parts.map(([, , text]) => text).join("") }];
  expect(passagesOf(messages, segments)).toEqual([
    { source: "AGENTS.md", text: "Ask before booking." },
    { source: "Travel/Kyoto.md#3", text: "The ryokan." },
  ]);
});
