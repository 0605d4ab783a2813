import type { Browser, Page } from "@playwright/test";
import { connectCore } from "../../e2e/web/call-core.ts";
import { heapOf, mainThreadFor, openPage, untilInteractive } from "./open-browser.ts";

type Counted = { readonly dropped: number; readonly all: number; readonly longest: number };

/** `work`: CPU milliseconds of the page's main thread per frame. */
export type Frames = Counted & { readonly work: number };

export type Scrolled = {
  /** Milliseconds from the click on the conversation to its last message painted. */
  readonly shown: number;
  readonly slow: Frames;
  readonly fast: Frames;
  readonly elements: number;
  readonly heap: number;
};

const FRAMES = 240;
const LAST = "The last word of all.";

export const messagesOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => {
    if (index === count - 1) return LAST;
    if (index % 2 === 0) return `What about loaf number ${index}?`;
    const list = Array.from({ length: 1 + (index % 4) }, (_, line) => `- **Step ${line + 1}** of ${index}`);
    return `Loaf ${index} wants *time* and \`salt\`.\n\n${list.join("\n")}`;
  });

/** The conversation as the app shows it. */
export const measureScroll = async (
  browser: Browser,
  url: string,
  messages: readonly string[],
): Promise<Scrolled> => {
  const { client, close } = connectCore(url);
  const title = "A very long one";
  const entries = messages.map((content, index) => ({
    type: "message",
    role: index % 2 === 0 ? "user" : "assistant",
    content,
    id: `m${index}`,
    parentId: index === 0 ? null : `m${index - 1}`,
    timestamp: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
  }));
  const text = JSON.stringify({ format: "satchel-session", version: 1, session: { title }, entries });
  await client.call("sessions.import", { text });
  close();
  const page = await openPage(browser);
  await page.goto(url);
  await untilInteractive(page);
  await page.getByRole("button", { name: /^Conversations:/ }).click();
  const begin = Date.now();
  await page.getByRole("option", { name: new RegExp(title) }).click();
  await page.getByText(LAST).waitFor({ timeout: 120_000 });
  return measured(page, "[role=log]", begin);
};

/** The peer: every message drawn on a bare page, without Markdown. */
export const measurePlainScroll = async (
  browser: Browser,
  messages: readonly string[],
): Promise<Scrolled> => {
  const page = await openPage(browser);
  const begin = Date.now();
  await page.setContent(
    `<style>body{margin:0;font:13.5px/21px sans-serif}#list{height:100vh;overflow:auto}article{width:420px;margin:12px;white-space:pre-wrap}</style>
    <div id="list">${messages.map((text) => `<article><p>${text}</p></article>`).join("")}</div>`,
  );
  await page.evaluate(`document.querySelector("#list").scrollTop = 1e9`);
  return measured(page, "#list", begin);
};

const measured = async (page: Page, list: string, begin: number): Promise<Scrolled> => {
  await page.evaluate("satchelBench.painted()");
  const shown = Date.now() - begin;
  const scroll = async (step: number): Promise<Frames> => {
    let counted: Counted = { dropped: 0, all: 0, longest: 0 };
    const took = await mainThreadFor(page, async () => {
      counted = await page.evaluate(`satchelBench.scroll(${JSON.stringify(list)}, ${step}, ${FRAMES})`);
    });
    return { ...counted, work: took / FRAMES };
  };
  const slow = await scroll(60);
  const fast = await scroll(0);
  const elements = await page.evaluate<number>("document.querySelectorAll('*').length");
  const heap = await heapOf(page);
  await page.context().close();
  return { shown, slow, fast, elements, heap };
};
