import { expect, test } from "./fixture.ts";

test("a whole session needs no pointer: find, open, edit, save, rename, ask", async ({ app, served }) => {
  const { keyboard } = app.page;

  await keyboard.press("F6");
  await keyboard.press("F6");
  await expect(app.files.row("SOUL.md")).toBeFocused();
  await keyboard.press("ArrowDown");
  await keyboard.type("ho");
  await expect(app.files.row("HOURS.md")).toBeFocused();
  await keyboard.press("Enter");
  await expect(app.editor.lines).toContainText("Monday");
  await keyboard.press("ControlOrMeta+End");
  await keyboard.type("\nBy keys alone.");
  await app.editor.save();
  await expect.poll(() => served.read("workspace/HOURS.md")).toContain("By keys alone.");

  await keyboard.press("Shift+F6");
  await keyboard.press("ArrowDown");
  await keyboard.type("ho");
  await expect(app.files.row("HOURS.md")).toBeFocused();
  await keyboard.press("F2");
  await app.files.nameField.fill("OPENING.md");
  await keyboard.press("Enter");
  await expect(app.files.row("OPENING.md")).toBeVisible();

  await keyboard.press("ControlOrMeta+l");
  await expect(app.chat.message).toBeFocused();
  await keyboard.type("When do we close?");
  await expect(app.chat.message).toHaveValue("When do we close?");
});

test("the focus is always visible", async ({ app }) => {
  for (let presses = 0; presses < 12; presses += 1) {
    await app.page.keyboard.press("Tab");
    const seen = await app.page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return true;
      const outlined = (element: Element) => {
        const style = getComputedStyle(element);
        return style.outlineStyle !== "none" || style.boxShadow !== "none";
      };
      return (
        outlined(focused) ||
        [...focused.children].some(outlined) ||
        !!focused.closest(".composer, .text-editor")
      );
    });
    expect(seen).toBe(true);
  }
});

test("a control explains itself and its keys, for the pointer and for the keyboard", async ({ app }) => {
  const { page } = app;
  const tip = page.getByRole("tooltip");
  await app.view("Budget").hover();
  await expect(tip).toHaveText(/^Budget(Ctrl|⌘) ?2$/);
  const [control, shown] = [await app.view("Budget").boundingBox(), await tip.boundingBox()];
  expect(shown?.x).toBeGreaterThan((control?.x ?? 0) + (control?.width ?? 0));
  await page.mouse.move(700, 500);
  await expect(tip).toBeHidden();

  await page.getByRole("button", { name: "Filter the files" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "New file" })).toBeFocused();
  await expect(tip).toHaveText(/^New file(Alt|⌃⌥) ?N$/);
  await expect(tip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await expect(tip).toBeHidden();
});
