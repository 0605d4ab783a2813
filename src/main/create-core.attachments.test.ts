import { expect, it } from "vitest";
import { scripts } from "../../e2e/wire-server/script.ts";
import { fileBlock, PASSAGES_MARK } from "#shared/model/tagged-text.ts";
import { useTalk } from "./test-talk.ts";
import { docxOf, pdfOf, pptxOf, xlsxOf } from "./workspace/documents/test-documents.ts";
import { partsOf } from "#shared/model/prompt-part.ts";
import { whyNot } from "#shared/model/why-not.ts";
import { put } from "./workspace/test-workspace.ts";

const talk = useTalk();

const read = (name: string, bytes: Uint8Array) =>
  talk.client.call("workspace.attachedDocument", { name, data: Buffer.from(bytes).toString("base64") });
const sentText = () => JSON.stringify(talk.server.chats().at(-1)?.body);

it("reads documents from outside the project as text with page, sheet and slide marks", async () => {
  await talk.begin();
  const lease = await read(
    "Lease.pdf",
    pdfOf(["The landlord is Hoshizora.", "The deposit is nine hundred."]),
  );
  expect(lease).toEqual({
    text: "# Page 1\n\nThe landlord is Hoshizora.\n\n# Page 2\n\nThe deposit is nine hundred.\n",
    notice: null,
  });
  expect((await read("Plan.docx", docxOf(["# Garden", "Plant the quince."]))).text).toContain("# Garden");
  expect((await read("Costs.XLSX", xlsxOf({ Spring: [["Barrow", 89]] }))).text).toContain("# Sheet Spring");
  expect((await read("Talk.pptx", pptxOf([{ lines: ["Opening"] }]))).text).toContain("# Slide 1");
});

it("says in a sentence why a document cannot be attached, and the conversation goes on", async () => {
  const session = await talk.begin();
  const broken = Buffer.from("%PDF-1.7 and then nothing that a reader knows");
  await expect(read("Lease.pdf", broken)).rejects.toMatchObject({
    code: "document-broken",
    message: "Lease.pdf is damaged, or is not what its name says. It is not attached.",
  });
  await expect(read("Lease.pdf", pdfOf(["Secret"], { locked: true }))).rejects.toMatchObject({
    code: "document-encrypted",
    message: "Lease.pdf is protected with a password. It is not attached.",
  });
  // One cell far away would make a table of a billion cells.
  const wide = xlsxOf({ Far: '<row r="1000000"><c r="ZZ1000000"><v>1</v></c></row>' });
  await expect(read("Costs.xlsx", wide)).rejects.toMatchObject({ code: "document-too-large" });
  await expect(read("oven.png", broken)).rejects.toMatchObject({ code: "not-a-document" });
  put(talk.project, { "Locked.pdf": broken });
  await expect(
    talk.client.call("chat.send", { session, text: "Read it.", attachments: ["Locked.pdf"] }),
  ).rejects.toMatchObject({ code: "document-broken" });
  expect(await talk.send(session, "Hello", scripts.normal)).toMatchObject({ status: "finished" });
});

it("sends a document whole while it fits, and otherwise the passages for the question, with their pages", async () => {
  const session = await talk.begin();
  const pages = Array.from({ length: 200 }, (_, page) =>
    page === 61
      ? "The deposit of the bakery is nine hundred and twelve."
      : `Clause ${page} is about chimneys, gutters and paint. `.repeat(8),
  );
  const { text } = await read("Lease.pdf", pdfOf(pages));
  await talk.send(
    session,
    `${fileBlock("Short.pdf", "# Page 1\n\nQuinces.")}\n\nWhat is in it?`,
    scripts.normal,
  );
  expect(sentText()).toContain("Quinces.");
  expect(sentText()).not.toContain(PASSAGES_MARK);
  const end = await talk.send(
    session,
    `${fileBlock("Lease.pdf", text)}\n\n${fileBlock("note.md", "Keep me.")}\n\nHow much is the deposit?`,
    scripts.normal,
  );
  expect(end.status).toBe("finished");
  expect(sentText()).toContain(`${PASSAGES_MARK}\\n\\n# Page 62\\n\\nThe deposit of the bakery`);
  expect(sentText()).toContain("Keep me.");
  expect(sentText()).not.toContain("Clause 3 is");
  const { runs } = await talk.client.call("context.runs", { session });
  const { manifest, messages } = await talk.client.call("context.run", { id: runs[0]?.id ?? "" });
  const question = messages.at(-1)?.content ?? "";
  expect(question).toContain("# Page 62");
  const part = manifest.segments.find(({ layer }) => layer === "message");
  // The budget says that the message is not whole, of which document, and which passages are in it.
  expect(part).toMatchObject({
    status: "truncated",
    reason: "passages",
    sent: { chars: question.length },
    detail: {
      estimated: true,
      cut: [{ path: "Lease.pdf", chars: text.length, passages: 1, places: ["Page 62"] }],
    },
  });
  const kept = part?.detail?.cut?.[0]?.kept ?? 0;
  expect(kept).toBe("# Page 62\n\nThe deposit of the bakery is nine hundred and twelve.".length);
  expect(part?.raw.chars).toBe(question.length + text.length - kept);
  expect(part?.sent.tokens).toBeGreaterThan(20);
  expect(part?.raw.tokens).toBeGreaterThan(100 * (part?.sent.tokens ?? 0));
  expect(part?.removed).toBeGreaterThan(0.9);
  const shown = partsOf(manifest).find(({ layer }) => layer === "message");
  expect(shown && whyNot(shown, manifest, null)).toMatchObject({ kind: "passages", cut: [{ passages: 1 }] });
});

it("previews a message with a document as it will be sent, and keeps saying what is missing later on", async () => {
  const session = await talk.begin();
  const pages = Array.from({ length: 200 }, (_, page) =>
    page === 61 ? "The deposit is nine hundred." : `Clause ${page} is about gutters and paint. `.repeat(8),
  );
  const { text } = await read("Lease.pdf", pdfOf(pages));
  const other = "The landlord speaks of chimneys. ".repeat(900);
  const head = `${fileBlock("Lease.pdf", text)}\n\n${fileBlock("Roof.docx", other)}`;
  const message = `${head}\n\nHow much is the deposit?`;
  const preview = await talk.client.call("context.preview", { session, message });
  const before = preview.manifest?.segments.find(({ layer }) => layer === "message");
  const end = await talk.send(session, message, scripts.normal);
  const { runs } = await talk.client.call("context.runs", { session });
  const { manifest } = await talk.client.call("context.run", { id: runs[0]?.id ?? "" });
  const part = manifest.segments.find(({ layer }) => layer === "message");
  expect({ ...before, id: "", source: "" }).toEqual({ ...part, id: "", source: "" });
  // A document without a match is not in the message at all, and is named.
  expect(part?.detail?.cut).toMatchObject([
    { path: "Lease.pdf", passages: 1 },
    { path: "Roof.docx", passages: 0, kept: 0, chars: other.length },
  ]);
  const [question] = end.entries;
  await talk.client.call("chat.edit", {
    session,
    message: question?.id ?? "",
    text: (question?.type === "message" ? question.content : "").replace("How much", "How high"),
  });
  await talk.send(session, "Thank you.", scripts.normal);
  const [newest] = (await talk.client.call("context.runs", { session, limit: 1 })).runs;
  const later = await talk.client.call("context.run", { id: newest?.id ?? "" });
  expect(later.manifest.segments.find(({ reason }) => reason === "passages")).toMatchObject({
    layer: "history",
    status: "truncated",
    detail: { cut: [{ path: "Lease.pdf", places: ["Page 62"] }, { path: "Roof.docx" }] },
  });
});
