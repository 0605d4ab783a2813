import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Failure } from "#shared/contract/index.ts";
import { renderTemplate, type TemplateValues } from "./template.ts";

const values: TemplateValues = {
  agent: { displayName: "Code agent", id: "code-agent" },
  domain: "software",
  date: "2026-05-04",
  workspace: { name: "Bakery" },
  user: { name: "Ada", id: "u1" },
  memory: "- a fact",
  empty: "",
  missing: undefined,
  nothing: null,
  no: false,
  yes: true,
  zero: 0,
  none: [],
  some: ["a", "b"],
};

const render = (template: string) => renderTemplate(template, values).text;

describe("variables", () => {
  it("prints every variable the texts name", () => {
    const template =
      "{{agent.displayName}}|{{agent.id}}|{{domain}}|{{date}}|{{workspace.name}}|{{user.name}}|{{user.id}}|{{ memory }}";
    expect(render(template)).toBe("Code agent|code-agent|software|2026-05-04|Bakery|Ada|u1|- a fact");
  });

  it("escapes no HTML", () => {
    expect(renderTemplate("{{x}}", { x: `<b>"a" & 'b'</b>` }).text).toBe(`<b>"a" & 'b'</b>`);
  });

  it("never renders values again", () => {
    const text = fc.oneof(fc.string(), fc.constantFrom("{{domain}}", "{{#if yes}}", "{{/if}}", "{{else}}"));
    fc.assert(
      fc.property(text, text, (memory, domain) => {
        const rendered = renderTemplate("[{{memory}}][{{domain}}]", { memory, domain });
        expect(rendered.text).toBe(`[${memory}][${domain}]`);
        expect(rendered.warnings).toEqual([]);
      }),
    );
  });

  it("prints an unknown variable as an empty string and warns once", () => {
    const rendered = renderTemplate("a{{nope}}b{{nope}}{{agent.nope}}{{toString}}", values);
    expect(rendered.text).toBe("ab");
    expect(rendered.warnings).toHaveLength(3);
    expect(rendered.warnings[0]).toContain("{{nope}}");
  });

  it("prints a known variable without a value as an empty string, without a warning", () => {
    expect(renderTemplate("[{{missing}}{{nothing}}]", values)).toMatchObject({ text: "[]", warnings: [] });
  });

  it("leaves braces that are no tag as they are", () => {
    expect(render('{{ "a": 1 }} {x} {{}} {{a b}}')).toBe('{{ "a": 1 }} {x} {{}} {{a b}}');
  });
});

describe("blocks", () => {
  it("takes undefined, null, the empty string, false, 0 and the empty list for falsy, and nothing else", () => {
    const names = ["missing", "nothing", "empty", "no", "zero", "none", "unheard-of", "yes", "some", "agent"];
    const truthy = names.filter((name) => render(`{{#if ${name}}}yes{{else}}no{{/if}}`) === "yes");
    expect(truthy).toEqual(["yes", "some", "agent"]);
  });

  it("nests", () => {
    const template = "{{#if yes}}a{{#if no}}b{{else}}c{{#if some}}d{{/if}}{{/if}}e{{else}}f{{/if}}g";
    expect(render(template)).toBe("acdeg");
  });

  it("takes the whole line of block tags that stand alone on it", () => {
    const template = "top\n  {{#if yes}}  \nbody\n\t{{else}}\nother\n{{/if}}\nend\n";
    expect(render(template)).toBe("top\nbody\nend\n");
    expect(render(template.replaceAll("\n", "\r\n"))).toBe("top\r\nbody\r\nend\r\n");
  });

  it("leaves the line of a tag that shares it with text", () => {
    expect(render("a {{#if yes}}b{{/if}}\nc")).toBe("a b\nc");
    expect(render("{{domain}}\n")).toBe("software\n");
  });

  it.each([
    ["an unclosed block", "a\n{{#if x}}\nb", 2],
    ["the inner of two unclosed blocks", "{{#if x}}\n\n{{#if y}}", 3],
    ["a stray else", "a\n\n{{else}}", 3],
    ["a stray close", "{{/if}}", 1],
    ["a second else", "{{#if x}}\n{{else}}\n{{else}}\n{{/if}}", 3],
  ])("fails for %s and names the line", (_what, template, line) => {
    const attempt = () => renderTemplate(template, values);
    expect(attempt).toThrow(Failure);
    expect(attempt).toThrow(`line ${line} `);
    expect(attempt).toThrow(expect.objectContaining({ code: "template-unclosed" }));
  });
});

describe("memory in a template", () => {
  it("is used only when it was printed", () => {
    expect(renderTemplate("x {{memory}}", values)).toMatchObject({
      usesMemory: true,
      memoryRanges: [[2, 10]],
    });
    expect(renderTemplate("{{#if no}}{{memory}}{{/if}}", values).usesMemory).toBe(false);
    expect(renderTemplate("{{#if memory}}yes{{/if}}", values).usesMemory).toBe(false);
  });

  it("is used when it was printed empty", () => {
    expect(renderTemplate("{{memory}}", { memory: "" }).usesMemory).toBe(true);
  });
});

it("refuses blocks that are nested deeper than anybody writes them, with the line", () => {
  const nested = (depth: number) => `${"{{#if a}}".repeat(depth)}x${"{{/if}}".repeat(depth)}`;
  expect(renderTemplate(nested(3_000), { a: 1 }).text).toBe("x");
  expect(() => renderTemplate(nested(50_000), { a: 1 })).toThrow("on line 1 is nested too deeply");
});
