import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, talkTest as test } from "./fixture.ts";

test("files from outside the project are sent with a message, chosen or dropped, and only if they are text", async ({
  app,
  served,
  wire,
}) => {
  const { page, chat } = app;
  const invoice = join(served.data, "invoice.txt");
  await writeFile(invoice, "Fenwick Mill, £978.40, due on Friday.\n");
  const choosing = page.waitForEvent("filechooser");
  await chat.pane.getByRole("button", { name: "Attach a file" }).click();
  await (await choosing).setFiles(invoice);
  await expect(chat.pane.getByText("invoice.txt")).toBeVisible();

  const dropped = await page.evaluateHandle(() => {
    const carried = new DataTransfer();
    carried.items.add(new File(["Please bring the rye back.\n"], "note.md", { type: "text/markdown" }));
    carried.items.add(new File([new Uint8Array([137, 80, 0, 0])], "oven.bin"));
    return carried;
  });
  await chat.message.dispatchEvent("drop", { dataTransfer: dropped });
  await expect(chat.pane.getByText("note.md")).toBeVisible();
  await expect(app.toast("oven.bin is not text")).toBeVisible();

  await chat.say("What do we owe?");
  await expect(chat.answers).toContainText("Good morning.");
  const sent = JSON.stringify(wire.chats().at(-1)?.body);
  expect(sent).toContain("£978.40");
  expect(sent).toContain("bring the rye back");
  await expect(chat.own).toContainText("invoice.txt");
});
