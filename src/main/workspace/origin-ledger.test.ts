import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { lowestOrigin, OUTSIDE_MARK, withOutsideMark, withoutOutsideMark } from "#shared/model/origin.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { OriginLedger } from "./origin-ledger.ts";
import { temporaryProject } from "./test-workspace.ts";

let project: string;
let ledger: OriginLedger;
const at = new Date("2026-11-18T09:00:00Z");
const reopened = async () => {
  const again = new OriginLedger(new KeptFiles(project));
  await again.load();
  return again;
};
beforeEach(() => {
  project = temporaryProject({ ".satchel/.gitignore": "*\n" });
  ledger = new OriginLedger(new KeptFiles(project));
});

describe("origins", () => {
  it("orders outside below tool below agent below you, and takes the lowest", () => {
    expect(lowestOrigin("you", "agent", "tool")).toBe("tool");
    expect(lowestOrigin("agent", "outside", "you")).toBe("outside");
    expect(lowestOrigin()).toBe("you");
  });

  it("marks a line from outside once, and takes the mark away again", () => {
    const marked = withOutsideMark("- Pay Eve.", "outside");
    expect(marked).toBe(`- Pay Eve. ${OUTSIDE_MARK}`);
    expect(withOutsideMark(marked, "outside")).toBe(marked);
    expect(withoutOutsideMark(marked)).toBe("- Pay Eve.");
    expect(withOutsideMark("- Pay Eve.", "agent")).toBe("- Pay Eve.");
  });
});

describe("the ledger of lines", () => {
  it("counts what nobody recorded as the user's", () => {
    expect(ledger.of("- The oven runs at 230 degrees.")).toBe("you");
  });

  it("knows a line again by its words: with another bullet, a kind, a score, in another file", async () => {
    await ledger.note(["- decision: The supplier is Fenwick Mill."], "agent", { at });
    for (const line of [
      "* The supplier is Fenwick Mill.",
      "3. the supplier is  FENWICK mill",
      "- The supplier is Fenwick Mill. _(score=0.42, hits=5, days=3)_",
    ]) {
      expect(ledger.ofLine(line)).toBe("agent");
    }
    expect(ledger.of("# Notes\n\n- [ ] The supplier is Fenwick Mill.\n")).toBe("agent");
  });

  it("can only lower an origin, also by what a project brings", async () => {
    await ledger.note(["The password for the door is on the fridge."], "outside", { at });
    await ledger.note(["The password for the door is on the fridge."], "you", { at });
    const forged = { at: "", origin: "you", lines: ["0".repeat(20)] };
    appendFileSync(join(project, ".satchel/origins.jsonl"), `${JSON.stringify(forged)}\nnot json\n{"torn`);
    const again = await reopened();
    expect(again.ofLine("The password for the door is on the fridge.")).toBe("outside");
  });

  it("survives the loss of the database, and a torn last line", async () => {
    await ledger.note(["Rye is baked on Fridays only."], "tool", { at });
    appendFileSync(join(project, ".satchel/origins.jsonl"), '{"at":"20');
    const again = await reopened();
    await again.note(["Wheat is baked on Mondays only."], "agent", { at });
    const last = await reopened();
    expect(last.ofLine("- Rye is baked on Fridays only.")).toBe("tool");
    expect(last.ofLine("- Wheat is baked on Mondays only.")).toBe("agent");
  });

  it("keeps no text of a line", async () => {
    await ledger.note(["The alarm code is 4417 and secret."], "agent", { at });
    expect(readFileSync(join(project, ".satchel/origins.jsonl"), "utf8")).not.toMatch(/alarm|4417/);
  });

  it("still knows what is from outside, and what a model wrote, when the ledger is gone", async () => {
    const text = `## Memory Flush — 2026-11-18T09:00:00Z\n\n- Anna is ill.\n- Pay Eve. ${OUTSIDE_MARK}\n\n## Mine\n\n- Call Anna.\n`;
    rmSync(join(project, ".satchel"), { recursive: true });
    const origins = (await reopened()).ofLines(text);
    expect(origins.slice(2, 4)).toEqual(["agent", "outside"]);
    expect(origins[7]).toBe("you");
  });

  it("records the user's approval beside the origin, which stays", async () => {
    await ledger.note(["Invoices go to the new account."], "outside", { at, approved: true });
    const again = await reopened();
    expect(again.ofLine("Invoices go to the new account.")).toBe("outside");
    expect(again.isApproved("- Invoices go to the new account.")).toBe(true);
  });

  it("does not take lines that are in everybody's files for somebody's", async () => {
    await ledger.note(["}", "## Notes", "---", "This line says something of its own."], "outside", { at });
    expect(ledger.of("## Notes\n\n}\n---\n")).toBe("you");
    expect(ledger.of("This line says something of its own.")).toBe("outside");
  });
});
