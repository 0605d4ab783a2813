import { expect, it } from "vitest";
import { FileTexts } from "./file-texts.ts";

it("keeps the present text of a file and the one before, not all it ever had", () => {
  const texts = new FileTexts();
  for (let n = 0; n < 5; n += 1) {
    texts.remember(`hash ${n}`, `text ${n}`);
    if (n > 0) texts.replaced("log.md", `hash ${n - 1}`);
  }
  texts.remember("other", "text of a different file");
  const known = [0, 1, 2, 3, 4].map((n) => texts.recall(`hash ${n}`));
  expect(known).toEqual([null, null, null, "text 3", "text 4"]);
  expect(texts.recall("other")).toBe("text of a different file");
});
