const TASK = /^(\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])\s+\[)([ xX])(\])(?=\s|$)/;

/** The text with the task in this line (from 1) ticked, or no longer ticked; null when there is no task. */
export const toggleTask = (text: string, line: number): string | null => {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf("\n", start);
    if (end === -1) return null;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  const content = text.slice(start, end === -1 ? undefined : end);
  const task = TASK.exec(content);
  if (!task) return null;
  const at = start + (task[1]?.length ?? 0);
  return `${text.slice(0, at)}${task[2] === " " ? "x" : " "}${text.slice(at + 1)}`;
};
