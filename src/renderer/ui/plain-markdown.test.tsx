// @vitest-environment happy-dom
import { render } from "@testing-library/react";
import { Streamdown } from "streamdown";
import { expect, it } from "vitest";
import { plainElements, pluginsFor, whole } from "./plain-markdown.ts";

const draw = (text: string) =>
  render(
    <Streamdown
      mode="static"
      components={plainElements}
      parseMarkdownIntoBlocksFn={whole}
      rehypePlugins={pluginsFor(text)}
    >
      {text}
    </Streamdown>,
  ).container;

it("takes scripts, handlers, frames and styles out of HTML", () => {
  const page = draw(
    '<p onclick="x()">a</p><script>x()</script><iframe src="//x"></iframe><p style="position:fixed">b</p>',
  );
  expect(page.querySelector("script, iframe, [onclick], [style*=fixed]")).toBeNull();
  expect(page.textContent).toContain("a");
});

it("lets no text bring an id by which the page finds its own elements", () => {
  const page = draw(
    '<p id="root">a</p>\n\n<p id="composer">b</p>\n\n<a name="body">c</a>\n\nNote[^1]\n\n[^1]: d',
  );
  expect(page.querySelector("#root, #composer, [name]")).toBeNull();
  expect(page.querySelector("#user-content-fn-1")).not.toBeNull();
});
