import { expect, it } from "vitest";
import { outsideArchive } from "./outside-archive.ts";

it("names the copy beside the archive of a packed app", () => {
  expect(outsideArchive("/opt/Satchel/resources/app.asar/node_modules/sqlite-vec-linux-x64/vec0.so")).toBe(
    "/opt/Satchel/resources/app.asar.unpacked/node_modules/sqlite-vec-linux-x64/vec0.so",
  );
  expect(outsideArchive("C:\\Satchel\\resources\\app.asar\\vec0.dll")).toBe(
    "C:\\Satchel\\resources\\app.asar.unpacked\\vec0.dll",
  );
});

it("leaves every other path alone", () => {
  for (const path of [
    "/home/a/node_modules/vec0.so",
    "/x/app.asar.unpacked/vec0.so",
    "/x/myapp.asar/vec0.so",
  ]) {
    expect(outsideArchive(path)).toBe(path);
  }
});
