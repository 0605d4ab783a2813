import { fileURLToPath } from "node:url";
import { camera, MANY_PICTURES_MS } from "./camera.ts";
import { connectCore } from "./call-core.ts";
import { expect, talkTest } from "./fixture.ts";
import { BudgetPage } from "./pages/budget-page.ts";

const odd = fileURLToPath(new URL("../../src/main/mcp/client/odd-server.fixture.ts", import.meta.url));

talkTest(
  "a tool server asks for a form and for an answer of the model, and its texts are attached",
  async ({ app, served, wire }) => {
    talkTest.setTimeout(MANY_PICTURES_MS);
    const { page } = app;
    const shoot = camera(page);
    const { client, close } = connectCore(served.url);
    await client.call("mcp.save", { id: "odd", command: process.execPath, args: [odd, "asks"] });
    const call = (tool: string) => ({
      kind: "tools" as const,
      calls: [{ id: "a", name: `mcp__odd__${tool}`, args: {} }],
    });
    wire.play([call("form"), { kind: "text", chunks: ["Parcel 7 is on its way."] }]);
    await app.chat.say("Send the parcel.");
    await app.chat.pane.getByRole("button", { name: "Allow once" }).click();
    const form = page.getByRole("dialog", { name: "odd asks you" });
    await expect(form).toContainText("Which <b>parcel</b><U+202E>?");
    await form.getByRole("textbox", { name: "Number" }).fill("hundred");
    await form.getByRole("button", { name: "Send" }).click();
    await expect(form.getByRole("alert")).toContainText("Number has to be a number.");
    await form.getByRole("textbox", { name: "Number" }).fill("7");
    await form.getByRole("combobox", { name: "Size" }).selectOption({ label: "Large" });
    await form.getByRole("checkbox", { name: "Tuesday" }).check();
    await shoot("server-form");
    await page.setViewportSize({ width: 900, height: 600 });
    await page.screenshot({ path: "e2e/.artifacts/screens/server-form-900x600.png" });
    await page.setViewportSize({ width: 1280, height: 800 });
    await form.getByRole("button", { name: "Send" }).click();
    await expect(app.chat.answers.last()).toContainText("Parcel 7 is on its way.");
    const body = wire.chats().at(-1)?.body as { messages: { role: string; content: string }[] } | undefined;
    expect(JSON.parse(body?.messages.findLast(({ role }) => role === "tool")?.content ?? "null")).toEqual({
      action: "accept",
      content: { number: 7, note: "none", fast: false, size: "l", days: ["tu"] },
    });

    wire.play([call("model"), { kind: "text", chunks: ["Then not."] }]);
    await app.chat.say("Count them.");
    await app.chat.pane.getByRole("button", { name: "Allow once" }).click();
    const wanted = page.getByRole("dialog", { name: "odd wants an answer of your model" });
    await expect(wanted).toContainText("You count parcels.");
    await expect(wanted).toContainText(/~?[\d,]+ tokens, and an answer of at most 50/);
    await shoot("server-sampling");
    await wanted.getByRole("button", { name: "Decline", exact: true }).click();
    await expect(app.chat.answers.last()).toContainText("Then not.");

    await app.chat.message.pressSequentially("What does it cost? @rates");
    await page.getByRole("option", { name: /Parcel rates/ }).click();
    await expect(app.chat.pane.getByRole("list", { name: "Attached files" })).toContainText("rates");
    await app.chat.message.fill("");
    await app.chat.message.pressSequentially("/let");
    await shoot("served-prompt-menu");
    await page.getByRole("option", { name: /letter/ }).click();
    const prompt = page.getByRole("dialog", { name: "letter, a prompt of odd" });
    await prompt.getByRole("textbox", { name: "whom" }).fill("Ada");
    await shoot("served-prompt");
    await prompt.getByRole("button", { name: "Attach" }).click();
    await expect(app.chat.message).toHaveValue("Follow the prompt “letter”. ");
    await expect(app.chat.pane.getByRole("list", { name: "Attached files" })).toContainText("letter");
    wire.play([{ kind: "text", chunks: ["Dear Ada."] }]);
    await app.chat.message.press("Enter");
    await expect(app.chat.answers.last()).toContainText("Dear Ada.");
    await shoot("served-attached");
    const sent = JSON.stringify(wire.chats().at(-1)?.body);
    expect(sent).toContain("Write to Ada.");
    expect(sent).toContain("A parcel costs 7.");

    const { sessions } = await client.call("sessions.list", {});
    const { runs } = await client.call("context.runs", { session: sessions[0]?.id ?? "" });
    const { manifest } = await client.call("context.run", { id: runs[0]?.id ?? "" });
    expect(manifest.segments.find(({ layer }) => layer === "message")).toMatchObject({ origin: "outside" });
    const budget = new BudgetPage(page);
    await budget.open();
    await page.screenshot({ path: "e2e/.artifacts/screens/served-budget.png" });
    close();
  },
);
