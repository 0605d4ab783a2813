import { expect, it } from "vitest";
import { checkAddress, checkPath, checkTimeZone } from "./checks.ts";

it("accepts a time zone while it is typed and reports the first letter that makes it impossible", () => {
  for (const typed of ["", "E", "europe/", "Europe/At", "Europe/Athens", "UTC"]) {
    expect(checkTimeZone(typed)).toBeNull();
  }
  expect(checkTimeZone("Europe/Atl")).toContain("Europe/Atl");
});

it("accepts an address while it is typed and reports what cannot become one", () => {
  for (const typed of [
    "",
    "h",
    "http",
    "https:/",
    "https://",
    "http://127.0.0.1:11434",
    "https://a.example/v1",
  ]) {
    expect(checkAddress(typed)).toBeNull();
  }
  for (const typed of ["proxy.example:3128", "ftp://a", "http://a b", "http://127.0.0.1:99999"]) {
    expect(checkAddress(typed)).not.toBeNull();
  }
});

it("requires an absolute path, of any system", () => {
  for (const typed of ["", "/", "/home/you/own", "C", "C:\\own", "\\\\server\\own"]) {
    expect(checkPath(typed)).toBeNull();
  }
  for (const typed of ["own/files", "./own", "~/own"]) expect(checkPath(typed)).not.toBeNull();
});
