import { expect, it } from "vitest";
import { type Box, freeCorner } from "./free-corner.ts";

const at = (left: number, top: number): Box => ({ left, top, right: left + 300, bottom: top + 60 });
const places = {
  "bottom-right": at(700, 500),
  "bottom-left": at(70, 500),
  "bottom-center": at(350, 500),
  "top-center": at(350, 50),
};
const button = (left: number, top: number): Box => ({ left, top, right: left + 60, bottom: top + 24 });

it("stays in its usual corner while nothing is below it", () => {
  expect(freeCorner(places, [])).toBe("bottom-right");
  expect(freeCorner(places, [button(700, 570), button(640, 500)])).toBe("bottom-right");
});

it("moves away from a button, and stays when there is no free place", () => {
  expect(freeCorner(places, [button(900, 520)])).toBe("bottom-left");
  expect(freeCorner(places, [button(900, 520), button(100, 510)])).toBe("bottom-center");
  const everywhere = Object.values(places).map(({ left, top }) => button(left, top));
  expect(freeCorner(places, everywhere)).toBe("bottom-right");
});

it("joins the notices that are shown, unless it would cover a button there", () => {
  expect(freeCorner(places, [button(900, 520)], "top-center")).toBe("top-center");
  expect(freeCorner(places, [button(400, 60)], "top-center")).toBe("bottom-right");
});
