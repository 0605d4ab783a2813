import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { useTalk } from "./test-talk.ts";

const odd = fileURLToPath(new URL("mcp/client/odd-server.fixture.ts", import.meta.url));
const talk = useTalk();

const office = () =>
  talk.client.call("mcp.save", { id: "office", command: process.execPath, args: [odd, "office"] });
const preview = async (session?: string) => {
  const { manifest } = await talk.client.call("context.preview", {
    message: "Hello",
    ...(session && { session }),
  });
  if (!manifest) throw new Error("There is no preview.");
  return manifest;
};
const shelvedIn = ({ segments }: Awaited<ReturnType<typeof preview>>) =>
  segments.filter(({ reason }) => reason === "shelf");
const sentTools = (body: unknown): readonly { readonly name: string; readonly description: string }[] =>
  ((body as { tools?: { function: { name: string; description: string } }[] }).tools ?? []).map(
    (one) => one.function,
  );
const calls = (name: string, args: object) => ({
  kind: "tools" as const,
  calls: [{ id: `call-${name}`, name, args }],
});
const text = (said: string) => ({ kind: "text" as const, chunks: [said] });
const PARCEL = "mcp__office__delete_parcel";

it("puts tools of servers on a shelf, with what that saves, and sends their names with the tool that finds them", async () => {
  const session = await talk.begin();
  const before = await preview(session);
  await office();
  const after = await preview(session);
  expect(shelvedIn(after)).toHaveLength(60);
  const [first] = shelvedIn(after);
  expect(first).toMatchObject({ layer: "tools", status: "excluded", origin: "outside", sent: { tokens: 0 } });
  expect(first?.raw.tokens).toBeGreaterThan(20);
  const finder = after.segments.find(({ source }) => source === "tool:find_tools");
  expect(finder).toMatchObject({ status: "included", origin: "outside" });
  const whole = shelvedIn(after).reduce((sum, { raw }) => sum + raw.tokens, 0);
  const cost = after.window.used - before.window.used;
  expect(after.actions).toContainEqual({
    step: "shelve-tools",
    detail: "60 tools are on the shelf and can be found.",
    freed: whole - cost,
  });
  await talk.send(session, "Hello", [text("Hello.")]);
  const sent = sentTools(talk.server.chats().at(-1)?.body);
  expect(sent.filter(({ name }) => name.startsWith("mcp__"))).toEqual([]);
  expect(sent.find(({ name }) => name === "find_tools")?.description).toContain(PARCEL);
});

it("sends a tool that was found for the rest of the conversation, and only there", async () => {
  const session = await talk.begin();
  await office();
  const names = () => sentTools(talk.server.chats().at(-1)?.body).map(({ name }) => name);
  talk.client.on(
    "chat.approval",
    ({ id }) => void talk.client.call("chat.approve", { approval: id, decision: "once" }),
  );
  const end = await talk.send(session, "Delete the newest parcel", [
    calls("find_tools", { query: "delete parcels" }),
    calls(PARCEL, {}),
    text("It is deleted."),
  ]);
  const results = end.entries.flatMap((entry) => (entry.type === "tool_result" ? [entry] : []));
  expect(results[0]).toMatchObject({ origin: "outside", joined: expect.arrayContaining([PARCEL]) });
  expect(results[0]?.content.split("\n")[1]).toContain(`- ${PARCEL}: Asks the office to delete one parcel`);
  expect(results[1]).toMatchObject({ content: "hello from delete_parcel" });
  expect(names()).toContain(PARCEL);
  await talk.send(session, "And the next one?", [text("Wait.")]);
  expect(names()).toContain(PARCEL);
  const kept = await preview(session);
  expect(kept.segments.find(({ source }) => source === `tool:${PARCEL}`)).toMatchObject({
    status: "included",
  });
  const other = await talk.client.call("sessions.create", {});
  await talk.send(other.session.id, "Hello", [text("Hello.")]);
  expect(names()).not.toContain(PARCEL);
});

it("says that nothing matches, and adds nothing", async () => {
  const session = await talk.begin();
  await office();
  const end = await talk.send(session, "Fly", [calls("find_tools", { query: "zeppelin" }), text("No.")]);
  const [result] = end.entries.flatMap((entry) => (entry.type === "tool_result" ? [entry] : []));
  expect(result?.content).toContain('No tool matches "zeppelin"');
  expect(result?.joined).toBeUndefined();
});

it("keeps what the user chose in every prompt, and everything when there is room for it", async () => {
  await talk.begin();
  await office();
  const { servers } = await talk.client.call("mcp.keep", { id: "office", tool: "delete_parcel", keep: true });
  expect(servers[0]?.tools.filter(({ kept }) => kept).map(({ name }) => name)).toEqual([PARCEL]);
  expect(shelvedIn(await preview())).toHaveLength(59);
  await talk.client.call("mcp.keep", { id: "office", tool: "delete_parcel", keep: false });
  expect(shelvedIn(await preview())).toHaveLength(60);
  await talk.client.call("settings.set", { user: { toolShelf: { share: 1 } } });
  const whole = await preview();
  expect(shelvedIn(whole)).toEqual([]);
  expect(whole.segments.some(({ source }) => source === "tool:find_tools")).toBe(false);
});

it("does not offer to find tools where there are none", async () => {
  await talk.begin();
  const manifest = await preview();
  expect(manifest.segments.some(({ source }) => source === "tool:find_tools")).toBe(false);
});
