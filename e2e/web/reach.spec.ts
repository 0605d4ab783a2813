import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pngHead, pngOf } from "../../src/shared/model/test-pictures.ts";
import { pdfOf } from "../../src/main/workspace/documents/test-documents.ts";
import type { WireReply } from "../wire-server/script.ts";
import { camera, MANY_PICTURES_MS } from "./camera.ts";
import { connectCore } from "./call-core.ts";
import { expect, talkTest as test } from "./fixture.ts";
import { BudgetPage } from "./pages/budget-page.ts";

test.setTimeout(MANY_PICTURES_MS);

/** Knows only what it is sent: finds the sentence that was asked for, and the page it stands on. */
const reader: WireReply = {
  kind: "reply",
  to: ({ body }) => {
    const found = /# (Page \d+)\\n\\n[^#]*?(The deposit[^.]*\.)/.exec(JSON.stringify(body));
    return { kind: "text", chunks: [found ? `${found[2]} (${found[1]})` : "I do not know."] };
  },
};

test("a question about a long PDF is answered with its page, and the budget says which passages were sent", async ({
  app,
  wire,
}) => {
  const { page, chat } = app;
  const shoot = camera(page);
  const pages = Array.from({ length: 300 }, (_, at) =>
    [
      ...Array.from(
        { length: 40 },
        (_, line) => `Clause ${at}.${line} is about chimneys, gutters and paint.`,
      ),
      at === 61 ? "The deposit of the bakery is nine hundred and twelve." : "Nothing else is agreed.",
    ].join("\n"),
  );
  const choosing = page.waitForEvent("filechooser");
  await chat.pane.getByRole("button", { name: "Attach a file" }).click();
  const file = { name: "Lease.pdf", mimeType: "application/pdf", buffer: Buffer.from(pdfOf(pages)) };
  await (await choosing).setFiles(file);
  await expect(chat.pane.getByText("Lease.pdf")).toBeVisible({ timeout: 30_000 });
  wire.play([reader]);
  await chat.message.fill("How much is the deposit?");

  // Before it is sent.
  const budget = new BudgetPage(page);
  await budget.open();
  await budget.row("Your message").click();
  const passage =
    /Of Lease\.pdf, 1 passage that matches the question is sent \(Page 62\): \d+ of [\d,]+ characters/;
  await expect(budget.inspector).toContainText(passage);
  await shoot("pdf-before");

  await app.view("Files").click();
  await chat.message.press("Enter");
  await expect(chat.answers.last()).toContainText("nine hundred and twelve. (Page 62)");
  await expect(chat.own.last()).toContainText("passages");
  await chat.answers.last().getByTitle("See what was sent").click();
  const sent = page.getByRole("region", { name: /^As sent, turn/ });
  await expect(sent.getByRole("document")).toContainText("# Page 62");
  await shoot("pdf-sent");
});

test("a skill is loaded on demand after its text was shown, and the budget has the list and what was loaded", async ({
  app,
  served,
  wire,
}) => {
  const { page, chat } = app;
  const shoot = camera(page);
  const folder = join(served.folder, ".agents/skills/flour-order");
  await mkdir(join(folder, "references"), { recursive: true });
  await served.write(
    ".agents/skills/flour-order/SKILL.md",
    "---\nname: flour-order\ndescription: How flour is ordered.\n---\nLook into the blue bin first, then call the mill.",
  );
  await served.write(".agents/skills/flour-order/references/prices.md", "Rye: 3 a sack.");
  wire.play([
    { kind: "tools", calls: [{ id: "a", name: "load_skill", args: { name: "flour-order" } }] },
    {
      kind: "reply",
      to: ({ body }) => ({
        kind: "text",
        chunks: [
          JSON.stringify(body).includes("Look into the blue bin")
            ? "First I look into the blue bin."
            : "No skill.",
        ],
      }),
    },
  ]);
  await chat.say("Order the flour.");
  const card = chat.pane.getByRole("region", { name: "Let a skill of this project speak?" });
  await expect(card).toContainText("Look into the blue bin first, then call the mill.");
  await expect(card).toContainText("references/prices.md");
  await expect(card).toContainText(/would be read by the model: ~?\d+ tokens/);
  expect(JSON.stringify(wire.chats().at(-1)?.body)).not.toContain("blue bin");
  await shoot("skill-approval");
  await card.getByRole("button", { name: "Use once" }).click();
  await expect(chat.answers.last()).toContainText("First I look into the blue bin.");

  const budget = new BudgetPage(page);
  await budget.open();
  await budget
    .tile(/^Skills list/)
    .first()
    .click();
  await expect(budget.inspector.getByRole("heading", { name: "Skills list" })).toBeVisible();
  await shoot("skill-budget");
  // What was loaded is a part of the next prompt, and is in the turn that was sent.
  await expect(budget.tile(/^3 messages/)).toBeVisible();
  await page.getByRole("tab", { name: "As sent" }).click();
  await expect(page.getByRole("document", { name: "Text" })).toContainText("Look into the blue bin");
});

test("pictures are attached, dropped and pasted, shown small, counted with a mark, and refused where nobody sees them", async ({
  app,
  served,
  wire,
}) => {
  const { page, chat } = app;
  const shoot = camera(page);
  const { client, close } = connectCore(served.url);
  const carry = (files: readonly (readonly [name: string, bytes: Uint8Array])[]) =>
    page.evaluateHandle(
      (given) => {
        const carried = new DataTransfer();
        for (const [name, data] of given) {
          const bytes = Uint8Array.from(atob(data), (char) => char.codePointAt(0) ?? 0);
          carried.items.add(new File([bytes], name, { type: "image/png" }));
        }
        return carried;
      },
      files.map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")] as const),
    );
  const dropped = await carry([
    ["oven.png", pngOf(300, 200)],
    ["bomb.png", pngHead(50_000, 50_000)],
    ["broken.png", Buffer.from("no picture")],
  ]);
  await chat.message.dispatchEvent("drop", { dataTransfer: dropped });
  await expect(app.toast("bomb.png is too large to attach: it has 50000 × 50000 pixels")).toBeVisible();
  await expect(app.toast("broken.png is damaged, or is no PNG, JPEG, GIF or WebP picture")).toBeVisible();
  const thumbs = chat.pane.getByRole("button", { name: /pixels$/ });
  await expect(thumbs).toHaveCount(1);
  await expect(
    chat.pane.getByRole("button", { name: "oven.png, 300 × 200 pixels" }).locator("img"),
  ).toBeVisible();
  const pasted = await carry([["image.png", pngOf(2400, 1200, [60, 110, 90])]]);
  await chat.message.evaluate((field, clipboardData) => {
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);
  await expect(app.toast("image.png was made smaller: 2400 × 1200 pixels to 1568 × 784")).toBeVisible();
  await expect(thumbs).toHaveCount(2);

  await chat.message.fill("Is the oven clean?");
  await chat.message.press("Enter");
  await expect(chat.list.getByRole("alert")).toContainText(
    "The server does not say whether tiny sees pictures",
  );
  expect(wire.chats()).toHaveLength(0);
  // Nothing is lost: the words and the pictures are back, also after a reload.
  await expect(chat.message).toHaveValue("Is the oven clean?");
  await expect(thumbs).toHaveCount(2);
  await page.reload();
  await expect(thumbs).toHaveCount(2);
  await expect(thumbs.first().locator("img")).toBeVisible();
  await shoot("pictures-refused");

  const { providers } = await client.call("providers.list", {});
  const lab = providers.find(({ id }) => id === "wire");
  await client.call("providers.save", {
    id: "wire",
    kind: "openai-compatible",
    name: "Wire",
    baseUrl: lab?.baseUrl ?? "",
    pictures: { tiny: true },
  });
  close();
  await chat.message.fill("Is the oven really clean?");
  const budget = new BudgetPage(page);
  await budget.open();
  await budget
    .tile(/^Your message/)
    .first()
    .click();
  await expect(budget.inspector).toContainText(
    "oven.png (300 × 200 pixels) takes about 576 tokens by its size",
  );
  await shoot("pictures-budget");
  await app.view("Files").click();
  await chat.message.press("Enter");
  await expect(chat.answers.last()).toContainText("Good morning.");
  expect(JSON.stringify(wire.chats().at(-1)?.body)).toContain("data:image/png;base64,");
  await expect(
    chat.own.last().getByRole("button", { name: "oven.png, 300 × 200 pixels" }).locator("img"),
  ).toBeVisible();
  await chat.own.last().getByRole("button", { name: "oven.png, 300 × 200 pixels" }).click();
  await expect(page.getByRole("dialog", { name: "oven.png, 300 × 200 pixels" })).toBeVisible();
  await shoot("pictures-large");
  await page.getByRole("button", { name: "Close" }).click();
  await shoot("pictures-sent");
});
