import { fileURLToPath } from "node:url";
import { camera, MANY_PICTURES_MS } from "./camera.ts";
import { expect, test } from "./fixture.ts";

const odd = fileURLToPath(new URL("../../src/main/mcp/client/odd-server.fixture.ts", import.meta.url));

test("a tool server is tested, added, kept from an agent, and removed with undo", async ({ app }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  const shoot = camera(page);
  await app.view("Settings").click();
  const pane = page.getByRole("region", { name: "Tool servers", exact: true });
  const show = () => pane.scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Tool servers" }).click();
  await expect(pane).toContainText("No tool servers yet");
  await shoot("mcp-empty", { prepare: show });

  await pane.getByRole("button", { name: "Add a server" }).click();
  await pane.getByRole("textbox", { name: "Name" }).fill("Odd One");
  await expect(pane).toContainText("Use lower-case letters, digits and dashes");
  await pane.getByRole("textbox", { name: "Name" }).fill("odd");
  await pane.getByRole("textbox", { name: "Command" }).fill("satchel-has-no-such-command");
  await pane.getByRole("button", { name: "Test" }).click();
  await expect(pane.getByRole("alert")).toContainText("was not found on this computer");
  await pane.getByRole("textbox", { name: "Command" }).fill(process.execPath);
  await pane.getByRole("textbox", { name: "Arguments" }).fill(`${odd}\ngood`);
  await pane.getByRole("textbox", { name: "Variables" }).fill("TOKEN=very-secret");
  await pane.getByRole("button", { name: "Test" }).click();
  await expect(pane.getByRole("status")).toContainText("It works and has 4 tools.");
  await shoot("mcp-form", { prepare: show });
  await pane.getByRole("button", { name: "Save" }).click();
  await expect(app.toast("odd works and has 4 tools")).toBeVisible();
  expect(await page.content()).not.toContain("very-secret");

  await pane.getByRole("button", { name: "Tools, agents and log of odd" }).click();
  await expect(pane.getByRole("table")).toContainText("write_file");
  // Controlled by what the core stored, so the switch moves only after its answer.
  const mayUse = pane.getByRole("switch", { name: /may use odd/ }).first();
  await expect(mayUse).toBeChecked();
  await mayUse.click();
  await expect(mayUse).not.toBeChecked();
  await expect(pane.getByRole("list", { name: "Log" })).not.toBeEmpty();
  await shoot("mcp-server", { prepare: show });

  await pane.getByRole("button", { name: "Remove" }).click();
  await expect(pane).toContainText("No tool servers yet");
  await app.toast("odd").getByRole("button", { name: "Undo" }).click();
  await expect(pane.getByRole("button", { name: "Tools, agents and log of odd" })).toBeVisible();
  await expect(pane).toContainText("4 tools");
});
