import { expect, it } from "vitest";
import { createPlaces, type Place } from "./places.ts";

const start = () => {
  let place: Place = { view: "files", session: null, file: null };
  const places = createPlaces(
    () => place,
    (to) => {
      place = to;
      places.note();
    },
  );
  places.reset();
  const visit = (change: Partial<Place>) => {
    place = { ...place, ...change };
    places.note();
  };
  return { places, visit, at: () => place };
};

it("goes back and forward through views, files and conversations", () => {
  const { places, visit, at } = start();
  visit({ file: "a.md" });
  visit({ session: "s1" });
  visit({ view: "budget" });
  places.back();
  expect(at()).toEqual({ view: "files", session: "s1", file: "a.md" });
  places.back();
  places.back();
  expect(at()).toEqual({ view: "files", session: null, file: null });
  expect(places.store.getState()).toEqual({ canGoBack: false, canGoForward: true });
  places.back();
  places.forward();
  expect(at().file).toBe("a.md");
});

it("drops what came after when the user goes elsewhere, and notes the same place once", () => {
  const { places, visit, at } = start();
  visit({ view: "budget" });
  visit({ view: "budget" });
  visit({ view: "memory" });
  places.back();
  visit({ view: "agents" });
  expect(places.store.getState().canGoForward).toBe(false);
  places.back();
  expect(at().view).toBe("budget");
  places.back();
  expect(at().view).toBe("files");
});

it("keeps the newest hundred", () => {
  const { places, visit, at } = start();
  for (let n = 0; n < 150; n += 1) visit({ file: `${n}.md` });
  for (let n = 0; n < 200; n += 1) places.back();
  expect(at().file).toBe("50.md");
});
