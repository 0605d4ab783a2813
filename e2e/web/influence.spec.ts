import { camera } from "./camera.ts";
import { expect, talkTest as test } from "./fixture.ts";

const FERRY = `# Ferry

The morning ferry carries flour, eggs and the post before seven.
In autumn the mooring fee is 1,900 crowns, paid to Vermeulen.
`;

test("a marked sentence has its passages, with file and line, and the budget says what was quoted", async ({
  app,
  wire,
  served,
}) => {
  test.slow();
  const { chat, page } = app;
  await served.write("workspace/FERRY.md", FERRY);
  await expect(app.files.row("FERRY.md")).toBeVisible();
  wire.play([
    {
      kind: "text",
      chunks: [
        "Good question. The morning ferry carries **flour, eggs and the post**, so be there early. The fee goes to Vermeulen. I would bring a coat.",
      ],
    },
  ]);
  await chat.say("What is on the boat?");
  const answer = chat.answers.last();
  await expect(answer).toContainText("bring a coat");

  await chat.act(answer, "Where this is from");
  const dialog = page.getByRole("dialog", { name: "Where the answer is from" });
  const sentence = (text: string) => dialog.getByRole("option", { name: text });
  const passages = dialog.getByRole("region", { name: "Passages" });
  await expect(sentence("The morning ferry")).toHaveAttribute("aria-selected", "true");
  await expect(passages.getByRole("listitem").first()).toContainText("FERRY.md");
  await expect(passages.getByRole("listitem").first()).toContainText("line 3");
  await expect(passages.getByRole("listitem").first()).toContainText("same words");
  await expect(passages.locator("mark").first()).toHaveText(
    "The morning ferry carries flour, eggs and the post",
  );
  await camera(page)("quoted");
  await sentence("The morning ferry").press("ArrowDown");
  await expect(sentence("The fee goes")).toBeFocused();
  await expect(passages.locator("mark")).toHaveText(["Vermeulen"]);
  await sentence("I would bring").click();
  await expect(passages).toContainText("Nothing that was sent is close to this");
  await page.setViewportSize({ width: 900, height: 600 });
  await page.screenshot({ path: "e2e/.artifacts/screens/quoted-900x600.png" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole("button", { name: "Close" }).click();

  await answer.getByText("The fee goes to Vermeulen").click({ clickCount: 3 });
  await page.getByRole("button", { name: "Where is this from?" }).click();
  await expect(sentence("The fee goes")).toHaveAttribute("aria-selected", "true");
  await passages.getByRole("button", { name: "Open workspace/FERRY.md at line 4" }).click();
  await expect(dialog).toBeHidden();
  await expect(app.editor.lines).toContainText("mooring fee");

  await chat.act(answer, "See what was sent");
  const sent = page.getByRole("heading", { name: "FERRY.md" });
  await expect(sent).toContainText("quoted in 2 sentences");
  await page.screenshot({ path: "e2e/.artifacts/screens/quoted-as-sent.png" });
  await page.getByRole("tab", { name: "Next turn" }).click();
  await page.getByRole("row").filter({ hasText: "FERRY.md" }).click();
  await expect(page.getByText("The last answer quotes this in 2 sentences.")).toBeVisible();
  await page.screenshot({ path: "e2e/.artifacts/screens/quoted-next.png" });
});
