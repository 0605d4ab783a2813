/** Layers keep their colour wherever they are drawn. One that has none of its own is drawn as `system`. */
export const layerColour = (layer: string): string => {
  const name = layer.replace(/[^a-z].*$/, "");
  return `var(--l-${names.has(name) ? name : (aliases[name] ?? "system")})`;
};

const names: ReadonlySet<string> = new Set([
  "soul",
  "core",
  "files",
  "system",
  "tools",
  "memory",
  "history",
  "message",
]);

const aliases: Readonly<Record<string, string>> = {
  identity: "soul",
  agents: "core",
  knowledge: "files",
  snapshot: "files",
  project: "files",
  skills: "tools",
  user: "core",
  notes: "memory",
  recall: "memory",
  prompt: "system",
};
