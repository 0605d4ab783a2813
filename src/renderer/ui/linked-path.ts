/**
 * The project file that a link in a different file points to; null when it leads out of the project or
 * nowhere.
 */
export const linkedPath = (from: string, href: string): string | null => {
  const [address = ""] = href.split(/[?#]/, 1);
  if (address === "" || /^[a-z][a-z\d+.-]*:/i.test(address)) return null;
  const steps = address.startsWith("/") ? [] : from.split("/").slice(0, -1).filter(isStep);
  for (const step of decoded(address).split("/")) {
    if (step === ".." && steps.pop() === undefined) return null;
    if (isStep(step)) steps.push(step);
  }
  return steps.join("/");
};

const isStep = (step: string): boolean => !["", ".", ".."].includes(step);

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};
