// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { wishForFocus } from "./late-focus.ts";

const element = (id: string) => document.getElementById(id) as HTMLElement;

describe("a late focus", () => {
  beforeEach(() => {
    document.body.innerHTML = `
      <div id="app">
        <ul id="list" tabindex="0"><li id="row" tabindex="-1"></li></ul>
        <div id="text" tabindex="0"></div>
      </div>
      <div id="dialog"><input id="field" /></div>`;
  });
  const arrive = (wish: ReturnType<typeof wishForFocus>) =>
    wish.grant(element("text"), () => element("text").focus());

  it("is granted while the focus is still where it was at the request", () => {
    element("list").focus();
    const wish = wishForFocus();
    arrive(wish);
    expect(document.activeElement?.id).toBe("text");
  });

  it("is granted when nothing has the focus", () => {
    element("field").focus();
    const wish = wishForFocus();
    element("field").blur();
    arrive(wish);
    expect(document.activeElement?.id).toBe("text");
  });

  it("is granted when a list moved the focus to one of its rows", () => {
    element("list").focus();
    const wish = wishForFocus();
    element("row").focus();
    arrive(wish);
    expect(document.activeElement?.id).toBe("text");
  });

  it("never takes the focus from a field the user went to meanwhile", () => {
    element("list").focus();
    const wish = wishForFocus();
    element("field").focus();
    arrive(wish);
    expect(document.activeElement?.id).toBe("field");
  });

  it("never reaches behind an open dialog", () => {
    const wish = wishForFocus();
    element("app").setAttribute("aria-hidden", "true");
    arrive(wish);
    expect(document.activeElement).toBe(document.body);
  });
});
