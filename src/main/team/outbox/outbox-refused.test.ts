import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Failure } from "#shared/contract/index.ts";
import { systemClock } from "../../base/clock.ts";
import { randomIds } from "../../base/ids.ts";
import { Outbox, type SendWrite } from "./outbox.ts";

let outbox: Outbox;
/** What the server took, by number; null: the number was only used up. */
let taken: [number, string | null][] = [];
const refused = new Failure("team-role", "A reader may not propose.");
const away = new Failure("team-unreachable", "The server does not answer.");

const server =
  (answer: (number: number, isWrite: boolean) => void): SendWrite =>
  async (_client, number, write) => {
    answer(number, write !== null);
    taken.push([number, write?.kind ?? null]);
  };
const willing = server(() => {});

beforeEach(() => {
  taken = [];
  const folder = mkdtempSync(join(tmpdir(), "satchel-outbox-"));
  outbox = new Outbox(join(folder, "outbox.db"), systemClock, randomIds);
});
afterEach(() => outbox.close());

it("sends what was refused again as a new change, once", async () => {
  const number = outbox.add({ kind: "forget", item: "a" });
  await outbox.flush(
    server((_number, isWrite) => {
      if (isWrite) throw refused;
    }),
    () => {},
  );
  expect(outbox.entries()).toMatchObject([{ number, state: "refused", code: "team-role" }]);
  expect(outbox.retry(number)).toBe(number + 1);
  expect(outbox.retry(number)).toBeNull();
  await outbox.flush(willing, () => {});
  expect(taken).toEqual([
    [number, null],
    [number + 1, "forget"],
  ]);
  expect(outbox.entries()).toEqual([]);
});

it("uses up the number of a refused change that was dismissed while the server was away", async () => {
  const first = outbox.add({ kind: "forget", item: "a" });
  const cut = server((_number, isWrite) => {
    throw isWrite ? refused : away;
  });
  await expect(outbox.flush(cut, () => {})).rejects.toBe(away);
  outbox.dismiss(first);
  expect(outbox.entries()).toEqual([]);
  const second = outbox.add({ kind: "forget", item: "b" });
  await outbox.flush(willing, () => {});
  expect(taken).toEqual([
    [first, null],
    [second, "forget"],
  ]);
});
