import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Desktop, openDesktop, test } from "./desktop.ts";

/** AppImages are files that replace themselves, so one can be tested without a packaged app. */
test.skip(process.platform !== "linux", "other systems replace an installed app");

/** What an AppImage of the new version would be: a program that says that it was started. */
const program = (started: string) => `#!/bin/sh\necho "$APPIMAGE_EXIT_AFTER_INSTALL" > "${started}"\n`;

/** A static host on loopback with a list of versions and the file that it names. */
const serveFeed = async (text: string, hashed = text) => {
  const asked: string[] = [];
  const sha512 = createHash("sha512").update(hashed).digest("base64");
  const name = "Satchel-9.0.0.AppImage";
  const size = Buffer.byteLength(text);
  const list = [
    "version: 9.0.0",
    "files:",
    `  - { url: ${name}, sha512: "${sha512}", size: ${size} }`,
    `path: ${name}`,
    `sha512: "${sha512}"`,
    "releaseDate: '2026-11-19T00:00:00.000Z'",
  ].join("\n");
  const files: Readonly<Record<string, string>> = { "/latest-linux.yml": list, [`/${name}`]: text };
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    asked.push(path);
    const found = files[path];
    response.writeHead(found === undefined ? 404 : 200).end(found);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** The app as an AppImage whose user gives these answers, in order. */
const openInstalled = async (feed: string, answers: readonly number[]) => {
  const place = mkdtempSync(join(tmpdir(), "satchel-installed-"));
  const image = join(place, "Satchel.AppImage");
  writeFileSync(image, "the version before");
  const config = join(place, "app-update.yml");
  writeFileSync(config, `provider: generic\nurl: ${feed}\nupdaterCacheDirName: satchel-updater\n`);
  const cache = join(place, "cache");
  mkdirSync(cache);
  const env = { APPIMAGE: image, SATCHEL_UPDATE_CONFIG: config, XDG_CACHE_HOME: cache, HOME: place };
  const desktop = await openDesktop({
    env,
    onStart: (electron) =>
      electron.evaluate(({ dialog }, given) => {
        const left = [...given];
        const questions: string[] = [];
        Object.assign(globalThis, { questions });
        dialog.showMessageBox = (async (...args: unknown[]) => {
          questions.push((args.at(-1) as { message: string }).message);
          return { response: left.shift() ?? 0 };
        }) as unknown as typeof dialog.showMessageBox;
      }, answers),
  });
  return { desktop, place, image };
};
const questionsOf = ({ electron }: Desktop) =>
  electron.evaluate(() => (globalThis as unknown as { questions: string[] }).questions);

test("a new version is fetched after two yeses, and replaces the app when it has ended, not before", async () => {
  const place = mkdtempSync(join(tmpdir(), "satchel-started-"));
  const started = join(place, "started");
  const feed = await serveFeed(program(started));
  const { desktop, image } = await openInstalled(feed.url, [1, 1]);
  await expect.poll(() => feed.asked, { timeout: 30_000 }).toContain("/Satchel-9.0.0.AppImage");
  expect(await questionsOf(desktop)).toEqual([
    "May Satchel look for new versions?",
    "Satchel 9.0.0 is available.",
  ]);
  await expect
    .poll(() => readFileSync(join(desktop.home, "data/logs/satchel.log"), "utf8"))
    .toContain("A new version is installed when the app ends.");
  expect(readFileSync(image, "utf8")).toBe("the version before");
  expect(await desktop.quit()).toBe(0);
  expect(readFileSync(image, "utf8")).toBe(program(started));
  expect(readFileSync(started, "utf8")).toBe("true\n");
  feed.close();
});

test("a file with a different hash is not installed", async () => {
  const feed = await serveFeed(program("/dev/null"), "what was released");
  const { desktop, image } = await openInstalled(feed.url, [1, 1]);
  await expect
    .poll(() => readFileSync(join(desktop.home, "data/logs/satchel.log"), "utf8"), { timeout: 30_000 })
    .toContain("Looking for a new version failed.");
  expect(await desktop.quit()).toBe(0);
  expect(readFileSync(image, "utf8")).toBe("the version before");
  feed.close();
});

test("without a yes the address is never contacted, and the question is not asked again", async () => {
  const feed = await serveFeed(program("/dev/null"));
  const { desktop } = await openInstalled(feed.url, [0]);
  await expect.poll(() => questionsOf(desktop)).toHaveLength(1);
  const settings = await desktop.request("settings.get", {});
  expect(settings).toMatchObject({ ok: true, value: { user: { updates: { look: "off" } } } });
  expect(await desktop.quit()).toBe(0);
  expect(feed.asked).toEqual([]);
  expect(existsSync(desktop.home)).toBe(false);
  feed.close();
});
