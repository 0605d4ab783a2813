import { expect, test } from "./fixture.ts";
import { problems } from "./problems.ts";

test("text is found across files and opened at its place, with the keyboard only", async ({
  app,
  served,
}) => {
  const { keyboard } = app.page;
  await served.write(
    "workspace/knowledge/oven-manual.md",
    "# Oven\n\nAsk for Brunhilde at the service desk.\n",
  );
  await keyboard.press("ControlOrMeta+Shift+f");
  const field = app.page.getByRole("searchbox", { name: "Text to find" });
  await expect(field).toBeFocused();
  await keyboard.type("brunhilde");
  const places = app.page.getByRole("list", { name: "Places" });
  await expect(places).toContainText("workspace/knowledge/oven-manual.md");
  expect(await problems(app.page)).toEqual([]);
  await app.page.screenshot({ path: "e2e/.artifacts/screens/states/find.png" });
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(app.editor.tab("oven-manual.md")).toHaveAttribute("aria-selected", "true");
  await expect(app.status).toContainText("Ln 3");
  await keyboard.type("Mathilde");
  await expect(app.editor.lines).toContainText("Ask for Mathilde at");

  await field.fill("nobody wrote this");
  await expect(app.page.getByText("“nobody wrote this” was not found")).toBeVisible();
  await field.press("Escape");
  await expect(app.files.tree).toBeVisible();
});

test("front matter is suggested at the top of a file", async ({ app, served }) => {
  await app.files.open("HOURS.md");
  await app.editor.lines.click();
  await app.page.keyboard.press("ControlOrMeta+Home");
  await app.page.keyboard.press("Enter");
  await app.page.keyboard.press("ArrowUp");
  await app.page.keyboard.type("<");
  await expect(app.page.getByRole("option", { name: /priority/ })).toBeVisible();
  await expect(app.page.getByRole("option", { name: /tags/ })).toBeVisible();
  await app.page.keyboard.type("!-- tag");
  await app.page.keyboard.press("Enter");
  await app.page.keyboard.type("counter");
  await app.editor.save();
  await expect.poll(() => served.read("workspace/HOURS.md")).toMatch(/^<!-- tags: counter -->\n/);
});
