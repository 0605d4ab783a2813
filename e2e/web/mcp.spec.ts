import { fileURLToPath } from "node:url";
import { camera, MANY_PICTURES_MS } from "./camera.ts";
import { connectCore } from "./call-core.ts";
import { expect, talkTest, test } from "./fixture.ts";

const odd = fileURLToPath(new URL("../../src/main/mcp/client/odd-server.fixture.ts", import.meta.url));

test("a tool server is tested, added, kept from an agent, and removed with undo", async ({ app, served }) => {
  test.setTimeout(MANY_PICTURES_MS);
  const { page } = app;
  const shoot = camera(page);
  await app.view("Settings").click();
  const pane = page.getByRole("region", { name: "Tool servers", exact: true });
  const show = () => pane.scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Tool servers" }).click();
  await expect(pane).toContainText("No tool servers yet");
  await shoot("mcp-empty", { prepare: show });

  const args = ["-y", "ledger", "--all accounts"];
  const theirs = {
    ledger: { command: "npx", args, env: { TOKEN: "very-secret" } },
    odd: { command: "${x}" },
  };
  await served.write(".mcp.json", JSON.stringify({ mcpServers: theirs }));
  await pane.getByRole("button", { name: "Take over from other programs" }).click();
  const others = pane.getByRole("group", { name: "Servers of other programs" });
  await expect(others.getByRole("checkbox")).toHaveCount(0);
  await others.getByRole("button", { name: "Read these files" }).click();
  await others.getByRole("checkbox", { name: "ledger" }).check();
  await expect(others).toContainText('npx -y ledger "--all accounts"');
  await shoot("mcp-found", { prepare: () => others.scrollIntoViewIfNeeded() });
  await others.getByRole("button", { name: "Close" }).click();

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

talkTest(
  "a tool on the shelf is found, asked about and used, and the budget shows both",
  async ({ app, served, wire }) => {
    talkTest.setTimeout(MANY_PICTURES_MS);
    const { page } = app;
    const shoot = camera(page);
    const { client, close } = connectCore(served.url);
    const found = { name: "mcp__office__delete_parcel" };
    for (const id of ["office", "depot"])
      await client.call("mcp.save", { id, command: process.execPath, args: [odd, "office"] });
    close();
    wire.play([
      { kind: "tools", calls: [{ id: "a", name: "find_tools", args: { query: "delete a parcel" } }] },
      { kind: "tools", calls: [{ id: "b", name: found.name, args: { number: 7 } }] },
      { kind: "text", chunks: ["Parcel 7 is gone."] },
    ]);
    await app.chat.say("Delete parcel 7.");
    const card = app.chat.pane.getByRole("region", { name: "Use a tool of the server office?" });
    await expect(card).toBeVisible();
    await shoot("shelf-approval");
    await card.getByRole("button", { name: "Allow once" }).click();
    await expect(app.chat.answers.last()).toContainText("Parcel 7 is gone.");
    const sent = JSON.stringify(wire.chats().at(-1)?.body);
    expect(sent).toContain('"name":"mcp__office__delete_parcel"');
    expect(sent).not.toContain('"name":"mcp__office__print_mail"');

    await app.view("Budget").click();
    await page.getByRole("button", { name: "Skip the tour" }).click();
    const shelf = page.getByRole("button", { name: /tools on the shelf/ }).first();
    await expect(shelf).toBeVisible();
    await shelf.click();
    await expect(page.getByText(/1\d\d tools wait on the shelf.*That saves ~[\d,]+ tokens/)).toBeVisible();
    await shoot("shelf-budget");
  },
);
