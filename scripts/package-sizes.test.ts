import { expect, it } from "vitest";
import { oversized, oversizedOwn, SIZE_BUDGETS } from "./package-sizes.ts";

it("names what is over the budget of its platform, and nothing else", () => {
  const { unpacked, installer } = SIZE_BUDGETS["linux-x64"];
  expect(oversized("linux-x64", unpacked * 1_000_000, { "a.deb": installer * 1_000_000 })).toEqual([]);
  expect(
    oversized("linux-x64", unpacked * 1_000_000 + 1, { "a.deb": 1, "a.AppImage": installer * 1_000_000 + 1 }),
  ).toEqual([
    `The unpacked app has ${unpacked + 1} MB; its budget is ${unpacked} MB.`,
    `a.AppImage has ${installer + 1} MB; its budget is ${installer} MB.`,
  ]);
});

it("has a budget for what is not Electron's, of each platform", () => {
  for (const [platform, { own, unpacked }] of Object.entries(SIZE_BUDGETS)) {
    const name = platform as keyof typeof SIZE_BUDGETS;
    expect(own).toBeLessThan(unpacked);
    expect(oversizedOwn(name, own * 1_000_000)).toEqual([]);
    expect(oversizedOwn(name, own * 1_000_000 + 1)).toEqual([
      `What is not Electron's has ${own + 1} MB; its budget is ${own} MB.`,
    ]);
  }
});
