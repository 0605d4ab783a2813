import { join } from "node:path";
import { expect, it } from "vitest";
import { checkTables, tablesIn } from "./table-check.ts";

it("refuses every use of a table in the fixture, and the table without an owner", () => {
  const report = checkTables(join(import.meta.dirname, "fixtures", "tables"));
  expect(report.uses).toBe(4);
  expect(report.refused).toHaveLength(5);
});

it("finds reads, writes, joins and changes, in any case, and not in comments", () => {
  const source = `
/** Reads from memories. */
// and from runs
db.prepare("select * from memories m join learned l on l.id = m.id");
db.exec(\`INSERT INTO procedures (id)
  values (1)\`);
db.exec("update or ignore memory_pins set at = 1");
db.exec("delete from runs");
`;
  expect(tablesIn(source)).toEqual(["memories", "learned", "procedures", "memory_pins", "runs"]);
});
