import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { estimateEncoder } from "./estimate-encoder.ts";
import { loadEncoder } from "./load-encoder.ts";

const go = () => {};
const estimate = (text: string) => estimateEncoder.count(text, go).tokens;
const workspace = "resources/templates/bakery/workspace";

it("is at most a tenth below the count of o200k and cl100k on notes, tables and lists of the sample", async () => {
  const encoders = await Promise.all(["o200k_base", "cl100k_base"].map((name) => loadEncoder(name)));
  const names = readdirSync(workspace).filter((name) => name.endsWith(".md"));
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) {
    const text = readFileSync(join(workspace, name), "utf8");
    for (const encoder of encoders) {
      const { tokens } = encoder.count(text, go);
      expect(estimate(text) / tokens).toBeGreaterThan(0.9);
      expect(estimate(text) / tokens).toBeLessThan(1.6);
    }
  }
});

it.each([
  [
    "Italian without a mark",
    "Domani mattina il fornaio apre la bottega alle sette e prepara il pane con la farina nuova. Ogni settimana ordina cinquanta chili di farina, venti litri di latte e dieci scatole di uova fresche.",
  ],
  [
    "Greek",
    "Αύριο το πρωί ο φούρναρης ανοίγει το μαγαζί στις επτά και ετοιμάζει το ψωμί με το καινούργιο αλεύρι.",
  ],
  ["Hebrew", "מחר בבוקר האופה פותח את החנות בשבע ומכין את הלחם עם הקמח החדש."],
  ["Arabic", "غدا صباحا يفتح الخباز المحل في الساعة السابعة ويحضر الخبز بالدقيق الجديد."],
  ["Hindi", "कल सुबह नानबाई सात बजे दुकान खोलता है और नए आटे से रोटी बनाता है।"],
  ["Thai", "พรุ่งนี้เช้าคนทำขนมปังเปิดร้านตอนเจ็ดโมงและทำขนมปังด้วยแป้งใหม่"],
])("is at most a fifth below the count of cl100k on %s, which takes many tokens for it", async (_, text) => {
  const encoder = await loadEncoder("cl100k_base");
  expect(estimate(text) / encoder.count(text, go).tokens).toBeGreaterThan(0.8);
});

it("makes a table no cheaper than the cells and lines in it", () => {
  expect(estimate("| flour | 500 g | £1.20 |\n")).toBeGreaterThanOrEqual(14);
});

it("cuts where its own count says, and never inside a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, limit) => {
      const [offset = 0] = estimateEncoder.cut(text, [limit], go).offsets;
      expect(estimate(text.slice(0, offset))).toBeLessThanOrEqual(limit);
      expect(text.slice(0, offset).isWellFormed()).toBe(true);
      expect(estimate(text)).toBeGreaterThanOrEqual(estimate(text.slice(0, offset)));
    }),
  );
});
