import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { FileWarning, ProjectInfo } from "#shared/contract/project.ts";
import type { FileText, TreeEntry, WorkspaceFile } from "#shared/contract/workspace.ts";
import { type Core, createCore } from "./create-core.ts";
import { eventually } from "./base/test-eventually.ts";
import { testPorts } from "./ports/test-ports.ts";
import { docxOf, pdfOf, pptxOf, xlsxOf } from "./workspace/documents/test-documents.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

let core: Core;
let folder: string;
beforeEach(async () => {
  core = createCore(
    testPorts(),
    { userData: temporaryProject(), resources: "resources" },
    { checkOutput: true },
  );
  folder = temporaryProject({ "Inbox.md": "Buy stamps.\n" });
});
afterEach(() => core.close());

const value = async <T>(method: string, input: object = {}): Promise<T> => {
  const reply = await core.dispatch(method, input);
  if (!reply.ok) throw new Error(`${method}: ${reply.error.code} ${reply.error.message}`);
  return reply.value as T;
};
const put = (name: string, bytes: Uint8Array) => writeFileSync(join(folder, name), bytes);
const open = async () => {
  await value("project.open", { folder });
  return (await value<{ files: WorkspaceFile[] }>("workspace.files")).files;
};
const found = async (query: string) => {
  const { hits } = await value<{ hits: { source: string; tier: string; heading: string }[] }>(
    "memory.search",
    {
      query,
    },
  );
  return hits.map(({ source, tier, heading }) => `${tier} ${source} ${heading}`);
};

it("counts and recalls documents by their text, as knowledge, with page, sheet and slide", async () => {
  put("Lease.pdf", pdfOf(["The landlord is called Hoshizora.", "The deposit is nine hundred."]));
  put("Plan.docx", docxOf(["# Garden", "Plant the quince in March."]));
  put("Costs.xlsx", xlsxOf({ Spring: [["Wheelbarrow", 89]] }));
  put("Talk.pptx", pptxOf([{ lines: ["Opening"] }, { lines: ["Marmalade figures"] }]));
  const files = await open();
  expect(files.filter(({ token_count }) => token_count > 2).map(({ path }) => path)).toEqual([
    "Costs.xlsx",
    "Inbox.md",
    "Lease.pdf",
    "Plan.docx",
    "Talk.pptx",
  ]);
  await eventually(async () => expect(await found("deposit")).toContain("knowledge Lease.pdf Page 2"));
  expect(await found("quince")).toContain("knowledge Plan.docx Garden");
  expect(await found("wheelbarrow")).toContain("knowledge Costs.xlsx Sheet Spring");
  expect(await found("marmalade")).toContain("knowledge Talk.pptx Slide 2");
});

it("opens a document as read-only text with its count, and refuses to write over it", async () => {
  put("Lease.pdf", pdfOf(["The landlord is called Hoshizora."]));
  await open();
  const { entries } = await value<{ entries: TreeEntry[] }>("workspace.tree");
  expect(entries.find(({ name }) => name === "Lease.pdf")?.tokens).toBeGreaterThan(5);
  const read = await value<FileText>("workspace.read", { path: "Lease.pdf" });
  expect(read).toMatchObject({ text: "# Page 1\n\nThe landlord is called Hoshizora.\n", readOnly: true });
  expect(read.warnings[0]).toMatchObject({
    code: "document-text",
    message:
      "This is the text of Lease.pdf (1 page), as the model reads it. Edit the document in its own program.",
  });
  expect(await core.dispatch("workspace.write", { path: "Lease.pdf", text: "Mine." })).toMatchObject({
    ok: false,
    error: { code: "read-only" },
  });
});

it("warns of a locked and of a damaged document on the file, and goes on with the others", async () => {
  put("Locked.pdf", pdfOf(["secret"], { locked: true }));
  put("Damaged.docx", Buffer.from("no zip"));
  const files = await open();
  expect(files.map(({ path }) => path)).toEqual(["Inbox.md"]);
  const { warnings } = await value<ProjectInfo>("project.info");
  expect(warnings.map(({ code, path }: FileWarning) => `${code} ${path}`).sort()).toEqual([
    "document-broken Damaged.docx",
    "document-encrypted Locked.pdf",
  ]);
  expect(await core.dispatch("workspace.read", { path: "Locked.pdf" })).toEqual({
    ok: false,
    error: {
      code: "document-encrypted",
      message: "Locked.pdf is protected with a password. It is left out of prompts and recall.",
      detail: { path: "Locked.pdf" },
    },
  });
});

it("reads a document again when its bytes change, and forgets it with its file", async () => {
  put("Lease.pdf", pdfOf(["The landlord is called Hoshizora."]));
  await open();
  await eventually(async () => expect(await found("Hoshizora")).toHaveLength(1));
  put("Lease.pdf", pdfOf(["The landlord is called Matsumoto now."]));
  await eventually(async () => expect(await found("Matsumoto")).toHaveLength(1));
  expect(await found("Hoshizora")).toEqual([]);
  rmSync(join(folder, "Lease.pdf"));
  await eventually(async () => expect(await found("Matsumoto")).toEqual([]));
});
