import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { camera, MANY_PICTURES_MS } from "./camera.ts";
import { expect, test } from "./fixture.ts";

test("requests of another program are shown in the budget, with their files and where the cache broke", async ({
  app,
}) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  const take = camera(page);
  const model = createServer((request, response) => {
    request.resume().on("end", () => {
      response.end(
        JSON.stringify({
          usage: { prompt_tokens: 320, completion_tokens: 12, prompt_tokens_details: { cached_tokens: 128 } },
        }),
      );
    });
  });
  await new Promise<void>((done) => {
    model.listen(0, "127.0.0.1", done);
  });
  const { port } = model.address() as AddressInfo;
  await app.view("Budget").click();
  await page.getByRole("tab", { name: "Watch" }).click();
  await expect(page.getByText("See what another program really sends")).toBeVisible();
  await take("watch-empty");
  await page.getByRole("textbox", { name: "Address of the model server" }).fill(`http://127.0.0.1:${port}`);
  await page.getByRole("button", { name: "Start" }).click();
  const view = page.getByRole("region", { name: "Requests of other programs" });
  await expect(view.getByText("No request yet")).toBeVisible();
  await take("watch-settings");
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec((await view.getByRole("status").textContent()) ?? "")?.[0];

  const rules = "Greet every guest by name.\nNever promise a delivery before noon.\n";
  const ask = async (day: string, more: readonly object[]) => {
    const answer = await fetch(`${address}/v1/chat/completions`, {
      method: "POST",
      headers: { "user-agent": "codex/1.0", authorization: "Bearer sk-planted-key-000" },
      body: JSON.stringify({
        model: "gpt-4o-mini",
        tools: [
          { type: "function", function: { name: "shell", description: "Runs a command.", parameters: {} } },
        ],
        messages: [
          { role: "system", content: `You are a coding agent.\nToday is ${day}.\n\n${rules.repeat(8)}` },
          { role: "user", content: "What does the bakery promise?" },
          ...more,
        ],
      }),
    });
    expect(answer.status).toBe(200);
    await answer.text();
  };
  await ask("Monday", []);
  const list = view.getByRole("list", { name: "Requests" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(view.getByText("There is no earlier request to compare with.")).toBeVisible();
  await ask("Tuesday", [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "1", function: { name: "shell", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "1", content: "PRICES.md\nAGENTS.md\n" },
  ]);
  await expect(list.getByRole("listitem")).toHaveCount(2);
  const cache = view.getByRole("region", { name: "Beside the request before" });
  await expect(cache).toContainText("differs in line 2");
  await expect(cache).toContainText("Today is Monday.");
  const detail = view.getByRole("region", { name: "Parts of the request" });
  await expect(detail).toContainText("320");
  await expect(detail).toContainText("128");
  const table = view.getByRole("table", { name: "Parts of the request" });
  await expect(table.getByRole("row")).toHaveCount(6);
  await table.getByRole("button", { name: "You are a coding agent." }).click();
  await expect(table.getByText("Today is Tuesday.")).toBeVisible();
  await take("watch");
  await page.getByRole("radio", { name: "Origin" }).click();
  await take("watch-origin");
  await view.getByRole("button", { name: "Stop" }).click();
  await expect(view.getByText("The address is closed.")).toBeVisible();
  await view.getByRole("button", { name: "Forget all" }).click();
  await expect(page.getByText("See what another program really sends")).toBeVisible();
  model.close();
});
