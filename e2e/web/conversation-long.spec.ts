import type { Page } from "@playwright/test";
import { connectCore } from "./call-core.ts";
import { expect, test } from "./fixture.ts";

const MESSAGE_COUNT = 2000;
const title = "A very long one";

/** Questions and answers in turn, imported like an exported conversation. */
const bringIn = async (url: string) => {
  const entries = Array.from({ length: MESSAGE_COUNT }, (_, index) => ({
    type: "message",
    role: index % 2 === 0 ? "user" : "assistant",
    content:
      index % 2 === 0 ? `Question ${index}?` : `# Answer ${index}\n\nIt wants **time**.\n\n- one\n- two`,
    id: `m${index}`,
    parentId: index === 0 ? null : `m${index - 1}`,
    timestamp: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
  }));
  const text = JSON.stringify({ format: "satchel-session", version: 1, session: { title }, entries });
  const { client, close } = connectCore(url);
  await client.call("sessions.import", { text });
  close();
};

/** Visible messages, and how many of them lack their headings or buttons. */
const inSight = (page: Page) =>
  page.evaluate(() => {
    const list = document.querySelector("[role=log]")?.getBoundingClientRect();
    const seen = [...document.querySelectorAll("[role=log] article")].filter((article) => {
      const { top, bottom } = article.getBoundingClientRect();
      return list && bottom > list.top && top < list.bottom;
    });
    const plain = seen.filter(
      (article) =>
        !article.querySelector("button") ||
        (article.matches("[data-testid=answer]") && !article.querySelector("h1")),
    );
    return { seen: seen.length > 0, plain: plain.length };
  });

test("a very long conversation opens at its end, and what is scrolled to is drawn in full", async ({
  app,
  served,
}) => {
  await bringIn(served.url);
  await app.page.reload();
  await app.page.getByRole("button", { name: /^Conversations:/ }).click();
  await app.page.getByRole("option", { name: title }).click();
  await expect(app.chat.list.getByRole("heading", { name: `Answer ${MESSAGE_COUNT - 1}` })).toBeInViewport();
  await expect(app.chat.pane).toContainText(`turn ${MESSAGE_COUNT / 2}`);

  await app.chat.list.hover();
  for (let turns = 0; turns < 40; turns += 1) await app.page.mouse.wheel(0, -400);
  await expect(app.chat.list.getByText(`Answer ${MESSAGE_COUNT - 1}`)).toBeHidden();
  await expect.poll(() => inSight(app.page)).toEqual({ seen: true, plain: 0 });
  await expect(app.chat.button("Go to the newest")).toBeVisible();

  await app.chat.list.press("Home");
  await expect(app.chat.list.getByText("Question 0?")).toBeInViewport();
  await expect.poll(() => inSight(app.page)).toEqual({ seen: true, plain: 0 });

  await app.chat.button("Go to the newest").click();
  await expect(app.chat.list.getByRole("heading", { name: `Answer ${MESSAGE_COUNT - 1}` })).toBeInViewport();
});
