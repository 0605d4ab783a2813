import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { expect, it } from "vitest";

const renderer = join(import.meta.dirname, "..", "src", "renderer");

const filesEnding = (...endings: readonly string[]): readonly string[] =>
  readdirSync(renderer, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => endings.some((ending) => path.endsWith(ending)));

const read = (path: string): string => readFileSync(join(renderer, path), "utf8");

/** A style sheet without its comments: its selectors, and its declarations. */
const parse = (css: string) => {
  const text = css.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/@import[^;]*;/g, "");
  return {
    selectors: [...text.matchAll(/([^{};]+)\{/g)]
      .map(([, prelude = ""]) => prelude.trim())
      .filter((prelude) => !prelude.startsWith("@")),
    declarations: [...text.matchAll(/(?<=[{;]\s*)([a-z-]+):([^;{}]+)(?=;)/g)].map(
      ([, property = "", value = ""]) => ({ property, value: value.trim().replaceAll(/\s+/g, " ") }),
    ),
  };
};

const classesOf = (selectors: readonly string[]): ReadonlySet<string> =>
  new Set(
    selectors.flatMap((each) => [...each.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = ""]) => name)),
  );

const sheets = filesEnding(".css");
const modules = sheets.filter((path) => path.endsWith(".module.css"));

/** The only class names that belong to no component of ours. They are Monaco's. */
const foreignClasses = ["monaco-editor", "diff-hidden-lines", "line-numbers", "dimmed-line-number"];

it("has global class names only for third-party widgets", () => {
  const shared = sheets.filter((path) => !path.endsWith(".module.css"));
  expect(shared.toSorted()).toEqual([
    "ui/base.css",
    "ui/forced-colours.css",
    "ui/third-party.css",
    "ui/tokens.css",
  ]);
  const global = shared.flatMap((path) => [...classesOf(parse(read(path)).selectors)]);
  expect(new Set(global)).toEqual(new Set(foreignClasses));
  expect(modules.filter((path) => read(path).includes(":global"))).toEqual([]);
});

/** Lengths of these properties come from the scales in tokens.css. */
const scaled = /^(font-size|padding(-[a-z-]+)?|(row-|column-)?gap|border(-[a-z]+)*-radius)$/;
const part = /^(0|auto|inherit|normal|-?var\(--(text|space|radius)-[a-z0-9]+\))$/;
/** Space for the window's own buttons, which the system measures. */
const measured = (value: string) => value.includes("env(titlebar-area");

it("uses the scales for font sizes, spaces and corners", () => {
  const own = sheets
    .filter((path) => path !== "ui/tokens.css")
    .flatMap((path) =>
      parse(read(path))
        .declarations.filter(({ property, value }) => {
          if (property === "font") return value !== "inherit" && !value.includes("var(--text-");
          return (
            scaled.test(property) && !measured(value) && !value.split(" ").every((each) => part.test(each))
          );
        })
        .map(({ property, value }) => `${path}: ${property}: ${value}`),
    );
  expect(own).toEqual([]);
});

it("puts the styles of ui in a layer, so that a room can always override them", () => {
  const outside = modules.filter(
    (path) => path.startsWith("ui/") !== /^@layer (ui|basics) \{/.test(read(path)),
  );
  expect(outside).toEqual([]);
});

/** Which classes of which module a component uses. */
const usesOf = (path: string) => {
  const source = read(path);
  return [...source.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)].flatMap(
    ([, name = "", from = ""]) => {
      const sheet = relative(renderer, join(renderer, dirname(path), from)).replaceAll("\\", "/");
      return [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "g"))].map(([, used = ""]) => ({
        sheet,
        used,
      }));
    },
  );
};

const components = filesEnding(".ts", ".tsx").filter((path) => !/\.test\.tsx?$/.test(path));

it("uses every class of a module, and none that it does not have", () => {
  const used = new Set(components.flatMap(usesOf).map(({ sheet, used: name }) => `${sheet} ${name}`));
  const known = new Set(
    modules.flatMap((path) => [...classesOf(parse(read(path)).selectors)].map((name) => `${path} ${name}`)),
  );
  expect([...used].filter((each) => !known.has(each))).toEqual([]);
  expect([...known].filter((each) => !used.has(each))).toEqual([]);
});

it("writes no literal class name", () => {
  const written = components.filter((path) =>
    /className=("|\{?`)|classList|getElementsByClassName/.test(read(path)),
  );
  expect(written).toEqual([]);
});

it("selects elements by role or attribute, never by class", () => {
  const looks = components.filter((path) =>
    /(querySelector(All)?(<\w+>)?|closest(<\w+>)?|matches)\(\s*["`][^"`]*\.[a-z]/.test(read(path)),
  );
  expect(looks).toEqual([]);
});

it("has its modules beside the components that use them", () => {
  const far = components
    .flatMap((path) => usesOf(path).map(({ sheet }) => ({ path, sheet })))
    .filter(({ path, sheet }) => !sheet.startsWith("ui/") && sheet.split("/")[0] !== path.split("/")[0]);
  expect(far).toEqual([]);
  expect(
    modules.map((path) => basename(path)).filter((name) => !/^[a-z-]+\.module\.css$/.test(name)),
  ).toEqual([]);
});
