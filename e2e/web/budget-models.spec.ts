import { scripts } from "../wire-server/script.ts";
import { startWireServer } from "../wire-server/start-wire-server.ts";
import { connectCore } from "./call-core.ts";
import { expect, test } from "./fixture.ts";
import { BudgetPage } from "./pages/budget-page.ts";

test("a different model is previewed before it is chosen, and two are compared side by side", async ({
  app,
  served,
}) => {
  const wire = await startWireServer(scripts.normal, { models: ["gpt-4o", "mystery-7b"], served: 8192 });
  const { client, close } = connectCore(served.url);
  const baseUrl = `${wire.origin}/v1`;
  await client.call("providers.save", { id: "lab", kind: "openai-compatible", name: "Lab", baseUrl });
  const before = await served.read("agents.yaml");

  const budget = new BudgetPage(app.page);
  await budget.open();
  const model = budget.inspector.getByRole("combobox", { name: "Model" });
  const numbers = budget.inspector.getByRole("region", { name: "Numbers" });
  await model.selectOption("mystery-7b");
  await expect(numbers).toContainText("estimated");
  await model.selectOption("gpt-4o");
  await expect(numbers).toContainText("o200k_base exact");

  await budget.tab("Compare").click();
  await budget.view.getByRole("radio", { name: "Models" }).click();
  await budget.view.getByRole("combobox", { name: "Model of A" }).selectOption("gpt-4o");
  await budget.view.getByRole("combobox", { name: "Model of B" }).selectOption("mystery-7b");
  // An estimate is high rather than low, so the same window holds less; twice as much room holds it all.
  await budget.view.getByRole("combobox", { name: "Window of B" }).selectOption("16384");
  await expect(budget.view.getByText("B sees everything that A sees")).toBeVisible();
  await budget.view.getByRole("combobox", { name: "Window of B" }).selectOption("4096");
  await expect(budget.view.getByText("B sees everything that A sees")).toBeHidden();
  expect(await served.read("agents.yaml")).toBe(before);
  close();
  await wire.close();
});
