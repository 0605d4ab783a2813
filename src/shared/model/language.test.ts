import { expect, it } from "vitest";
import { languageFor } from "./language.ts";

it("takes the first language that there is, whatever its region, else English", () => {
  expect(languageFor(["pt-BR", "fr-CA", "de"])).toBe("fr");
  expect(languageFor(["zh-Hant-TW"])).toBe("zh");
  expect(languageFor(["de_AT"])).toBe("de");
  expect(languageFor(["pt", "deu"])).toBe("en");
  expect(languageFor([])).toBe("en");
});
