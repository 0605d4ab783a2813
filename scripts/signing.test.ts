import { expect, it } from "vitest";
import { signingSentences } from "./signing.ts";

const certificate = { CSC_LINK: "x", CSC_KEY_PASSWORD: "y" };

it("says plainly what is not signed, and which variable is missing", () => {
  expect(signingSentences("win", {})[0]).toContain("WIN_CSC_LINK, WIN_CSC_KEY_PASSWORD are not set");
  expect(signingSentences("win", { CSC_LINK: "x", CSC_KEY_PASSWORD: "" })[0]).toContain(
    "not signed, and Windows warns before it starts them: CSC_KEY_PASSWORD is not set.",
  );
  expect(signingSentences("win", certificate)).toEqual(["The Windows installers are signed."]);
});

it("tells a Mac package that is signed from one that is notarised", () => {
  expect(signingSentences("mac", {})[0]).toContain("not signed");
  expect(signingSentences("mac", { ...certificate, APPLE_ID: "a", APPLE_TEAM_ID: "b" })[0]).toContain(
    "not notarised, and macOS refuses them at first: APPLE_APP_SPECIFIC_PASSWORD is not set.",
  );
  const account = { APPLE_ID: "a", APPLE_TEAM_ID: "b", APPLE_APP_SPECIFIC_PASSWORD: "c" };
  expect(signingSentences("mac", { ...certificate, ...account })).toEqual([
    "The Mac packages are signed and notarised.",
  ]);
});
