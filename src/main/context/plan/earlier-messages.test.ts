import { expect, it } from "vitest";
import { leftOutOf } from "#shared/model/left-out.ts";
import { gathered, run, testMeter, turn } from "../test-gathered.ts";

it("accounts for a long conversation behind a summary in few lines, with every message in them", () => {
  const text = "word ".repeat(8);
  const summarised = Array.from({ length: 3_000 }, (_, at) =>
    turn(`m${at}`, at % 2 === 0 ? "user" : "assistant", text),
  );
  const summary = { ...turn("s", "user", "They spoke of bread."), summary: true };
  const { manifest } = run(gathered({ history: [summary, turn("new", "user", "And now?")], summarised }));
  const lines = manifest.segments.filter(({ status }) => status === "summarised");
  expect(lines.length).toBeLessThan(300);
  expect(leftOutOf(manifest).summarised).toBe(3_000);
  const raw = lines.reduce((sum, each) => sum + each.raw.tokens, 0);
  expect(raw).toBe(3_000 * testMeter.tokens(text));
});
