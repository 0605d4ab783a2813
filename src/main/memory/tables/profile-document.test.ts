import { expect, it } from "vitest";
import { mergeProfile, unmergeProfile } from "./profile-document.ts";

const kate = { name: "Kate", likes: ["Rye"], home: { town: "Linz" } };

it("merges objects, adds to lists and replaces the rest", () => {
  const { document, changes } = mergeProfile(kate, {
    name: "Kate M.",
    likes: ["rye", "tea"],
    home: { country: "Austria" },
    language: "German",
  });
  expect(document).toEqual({
    name: "Kate M.",
    likes: ["Rye", "tea"],
    home: { town: "Linz", country: "Austria" },
    language: "German",
  });
  expect(changes.map(({ path }) => path.join("."))).toEqual(["name", "likes", "home.country", "language"]);
});

it("changes nothing for known, empty or null values", () => {
  const merged = mergeProfile(kate, { name: "Kate", likes: ["RYE"], town: "", age: null });
  expect(merged).toEqual({ document: kate, changes: [] });
});

it("undoes a merge, value by value", () => {
  const { document, changes } = mergeProfile(kate, {
    name: "K",
    likes: ["tea"],
    home: { zip: "4020" },
    a: { b: 1 },
  });
  expect(unmergeProfile(document, changes)).toEqual(kate);
});

it("keeps what was changed after the merge", () => {
  const { document, changes } = mergeProfile(kate, { name: "K", language: "German" });
  expect(unmergeProfile({ ...document, name: "Katharina" }, changes)).toEqual({ ...kate, name: "Katharina" });
});

it("does not let a model's output reach the prototype", () => {
  const patch = JSON.parse('{"__proto__": {"polluted": true}}');
  expect(mergeProfile({}, patch).document).toEqual({});
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
