// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import type { Bridge, Events, Reply } from "#shared/contract/index.ts";
import { bridgeCarrier } from "./bridge-carrier.ts";
import { takeLaunchToken } from "./launch-token.ts";

beforeEach(() => {
  sessionStorage.clear();
  location.hash = "";
});

it("removes the token from the address bar and keeps it for a reload", () => {
  history.replaceState(null, "", "/?view=budget#token=abc_-1");
  expect(takeLaunchToken()).toBe("abc_-1");
  expect(location.href).not.toContain("abc");
  expect(location.search).toBe("?view=budget");
  expect(takeLaunchToken()).toBe("abc_-1");
});

it("prefers the token of a new launch to the stored one", () => {
  sessionStorage.setItem("satchel.token", "old");
  location.hash = "#token=new";
  expect(takeLaunchToken()).toBe("new");
});

it("leaves other fragments unchanged and has no token when there was none", () => {
  location.hash = "#workspace/AGENTS.md";
  expect(takeLaunchToken()).toBe("");
  expect(location.hash).toBe("#workspace/AGENTS.md");
});

it("cancels over the bridge by the id of the request", async () => {
  const asked: string[] = [];
  const cancelled: string[] = [];
  const answer = Promise.withResolvers<Reply>();
  const bridge: Bridge = {
    request: (method, input, id) => {
      asked.push(`${method} ${JSON.stringify(input)} ${id}`);
      return answer.promise;
    },
    cancel: (id) => {
      cancelled.push(id);
      answer.resolve({ ok: false, error: { code: "cancelled", message: "." } });
    },
    listen: (_callback: (event: Events) => void) => () => {},
    pathOf: () => "",
  };
  const controller = new AbortController();
  const reply = bridgeCarrier(bridge).request("chat.send", { text: "hi" }, controller.signal);
  controller.abort();
  expect(await reply).toMatchObject({ ok: false, error: { code: "cancelled" } });
  expect(asked).toEqual([`chat.send {"text":"hi"} ${cancelled[0]}`]);
  await bridgeCarrier(bridge).request("chat.send", {}, controller.signal);
  expect(asked).toHaveLength(1);
});
