import { promisedTexts, receivedTexts } from "../wire-server/received-texts.ts";
import { scripts } from "../wire-server/script.ts";
import { connectCore } from "./call-core.ts";
import { expect, talkTest as test } from "./fixture.ts";

const formats = [
  ["openai-compatible", "/v1"],
  ["openai", "/v1"],
  ["anthropic", "/v1"],
  ["ollama", ""],
] as const;

for (const [kind, path] of formats) {
  test(`two tool calls and an approval over ${kind}, and the server gets what the preview promised`, async ({
    app,
    wire,
    served,
  }) => {
    const { client, close } = connectCore(served.url);
    const baseUrl = `${wire.origin}${path}`;
    await client.call("providers.save", { id: "wire", kind, name: "Wire", baseUrl, apiKey: "k-1" });
    await app.chat.say("Good morning?");
    await expect(app.chat.answers).toContainText("Good morning.");
    await expect(app.chat.button("Send")).toBeVisible();

    // Memories that are embedded between the preview and the call would be recalled in a different order.
    const isAtRest = async () => {
      const { total, embedding } = await client.call("memory.stats", {});
      return total > 0 && embedding.pending === 0;
    };
    await expect.poll(isAtRest).toBe(true);

    const message = "Write Monday’s order.";
    const { sessions } = await client.call("sessions.list", {});
    const session = sessions[0]?.id ?? "";
    const promised = await client.call("context.preview", { session, message });
    const before = wire.chats().length;
    const text = "# Monday\n\n- Rye 25 kg: 4\n";
    wire.play([
      {
        kind: "tools",
        text: "Let me look.",
        calls: [
          { id: "call_1", name: "read_file", args: { path: "HOURS.md" } },
          { id: "call_2", name: "write_file", args: { path: "notes/order.md", text } },
        ],
      },
      ...scripts.normal,
    ]);
    await app.chat.say(message);
    const card = app.chat.pane.getByRole("region", { name: "Create a file?" });
    await expect(card).toContainText("Rye 25 kg: 4");
    await app.chat.button("Create").click();
    await expect(app.chat.answers.last()).toContainText("Good morning.");
    await expect(app.chat.pane.getByRole("button", { name: /Read HOURS\.md/ })).toBeVisible();
    await expect(app.chat.pane.getByRole("button", { name: /Wrote notes\/order\.md/ })).toBeVisible();
    expect(await served.read("workspace/notes/order.md")).toBe(text);
    expect(receivedTexts(wire.chats()[before])).toEqual(promisedTexts(promised.messages ?? []));
    expect(JSON.stringify(wire.chats()[before + 1]?.body)).toContain("07:00");
    close();
  });
}
