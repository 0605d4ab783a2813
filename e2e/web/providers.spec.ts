import { AxeBuilder } from "@axe-core/playwright";
import { scripts } from "../wire-server/script.ts";
import { startWireServer } from "../wire-server/start-wire-server.ts";
import { connectCore } from "./call-core.ts";
import { expect, test } from "./fixture.ts";
import { BudgetPage } from "./pages/budget-page.ts";

test("a model server is set up, tested, chosen for the agent and removed, and its key is never shown again", async ({
  app,
}) => {
  const wire = await startWireServer(scripts.normal, { models: ["tiny"], served: 8192 });
  const { page } = app;
  const pane = page.getByRole("region", { name: "Models", exact: true });
  await app.view("Settings").click();
  await page.getByRole("button", { name: "Add a model server" }).click();
  await pane.getByRole("combobox", { name: "Kind" }).selectOption("openai-compatible");
  await pane.getByRole("textbox", { name: "Name" }).fill("Attic");
  await pane.getByRole("textbox", { name: "Address" }).fill("127.0.0.1:9/v1");
  await expect(pane.getByText("The address must start with http:// or https://.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save and test" })).toBeDisabled();
  await pane.getByRole("textbox", { name: "Address" }).fill("http://127.0.0.1:9/v1");
  await pane.getByLabel("Key").fill("sk-secret");
  await page.getByRole("button", { name: "Save and test" }).click();
  await expect(pane.getByRole("alert")).toContainText("Attic");
  await pane.getByRole("textbox", { name: "Address" }).fill(`${wire.origin}/v1`);
  await pane.getByLabel("Key").fill("sk-secret");
  await page.getByRole("button", { name: "Save and test" }).click();
  await expect(app.toast("offers 1 model")).toBeVisible();
  await expect(pane).toContainText("key kept");
  expect(await page.content()).not.toContain("sk-secret");
  expect(wire.received.at(-1)?.headers["authorization"]).toBe("Bearer sk-secret");

  await page.getByRole("button", { name: "Show models" }).click();
  await expect(page.getByRole("textbox", { name: "Own window of tiny, in tokens" })).toHaveValue("8,192");
  await expect(page.getByRole("region", { name: "Requests to servers" })).toContainText("127.0.0.1");
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(" ")) })),
  ).toEqual([]);

  await app.view("Files").click();
  await app.chat.pane.getByRole("button", { name: "Model: Built-in" }).click();
  await page.getByRole("option", { name: /tiny/ }).click();
  await app.chat.say("Good morning?");
  await expect(app.chat.answers).toContainText("Good morning.");

  await app.view("Settings").click();
  await pane.getByRole("button", { name: "Remove" }).click();
  await app.toast("Attic is removed, and its key with it").getByRole("button", { name: "Undo" }).click();
  await expect(app.toast("Its key has to be entered again")).toBeVisible();
  await expect(pane.getByRole("button", { name: "Remove" })).toBeVisible();
  await expect(pane).not.toContainText("key kept");
  await wire.close();
});

test("a prompt is counted at the server before it is sent where that is switched on, and estimated when that fails", async ({
  app,
}) => {
  const wire = await startWireServer(scripts.normal, { models: ["tiny"], served: 8192 });
  const { page } = app;
  const pane = page.getByRole("region", { name: "Models", exact: true });
  await app.view("Settings").click();
  await page.getByRole("button", { name: "Add a model server" }).click();
  await pane.getByRole("combobox", { name: "Kind" }).selectOption("anthropic");
  await pane.getByRole("textbox", { name: "Name" }).fill("Attic");
  await pane.getByRole("textbox", { name: "Address" }).fill(`${wire.origin}/v1`);
  await pane.getByLabel("Key").fill("sk-secret");
  const counts = pane.getByRole("checkbox", { name: "Count each prompt there before it is sent" });
  await expect(counts).not.toBeChecked();
  await counts.check();
  await page.screenshot({ path: "e2e/.artifacts/screens/exact-counts-switch.png" });
  await page.getByRole("button", { name: "Save and test" }).click();
  await expect(app.toast("offers 1 model")).toBeVisible();
  await app.view("Files").click();
  await app.chat.pane.getByRole("button", { name: "Model: Built-in" }).click();
  await page.getByRole("option", { name: /tiny/ }).click();
  await app.chat.message.fill("Good morning?");
  const budget = new BudgetPage(page);
  await budget.open();
  const numbers = budget.inspector.getByRole("region", { name: "Numbers" });
  await expect(numbers).toContainText("Counted by Attic");
  await expect(numbers).toContainText("4,321 exact");
  await expect(budget.view).toContainText("4,321");
  await expect(budget.view).not.toContainText("~4,321");
  await page.screenshot({ path: "e2e/.artifacts/screens/exact-counts.png" });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: "e2e/.artifacts/screens/exact-counts-dark.png" });
  await wire.close();
  await app.view("Files").click();
  await app.chat.message.fill("Good evening?");
  await app.view("Budget").click();
  await expect(numbers.getByRole("status")).toContainText("so it is an estimate");
  await expect(numbers).not.toContainText("Counted by Attic");
  await page.screenshot({ path: "e2e/.artifacts/screens/exact-counts-failed.png" });
});

test("opening settings, agents and the budget sends no request to a remote server", async ({
  app,
  served,
}) => {
  const core = connectCore(served.url);
  const baseUrl = "https://models.invalid/v1";
  await core.client.call("providers.save", { id: "far", kind: "openai", name: "Far", baseUrl });
  await app.view("Agents").click();
  await expect(app.page.getByRole("button", { name: "New agent" })).toBeVisible();
  await app.view("Budget").click();
  await expect(app.page.getByRole("region", { name: "Budget" })).toBeVisible();
  await app.view("Settings").click();
  await expect(app.page.getByText("Far was not asked for its models yet.")).toBeVisible();
  const { requests } = await core.client.call("requests.log", {});
  expect(requests.filter(({ host }) => !host.startsWith("127.0.0.1:"))).toEqual([]);

  await app.page.getByRole("button", { name: "Show models" }).click();
  await expect(app.page.getByRole("region", { name: "Requests to servers" })).toBeVisible();
  await expect
    .poll(async () => (await core.client.call("requests.log", {})).requests.at(-1)?.host)
    .toBe("models.invalid");

  const proxy = app.page.getByRole("textbox", { name: "Proxy" });
  await proxy.fill("proxy.example:3128");
  await proxy.press("Enter");
  await expect(app.page.getByRole("alert")).toContainText("must start with http://");
  core.close();
});
