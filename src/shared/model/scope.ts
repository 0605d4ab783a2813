/** Group, broadcast and anything unknown count as shared; so does every session of a restricted agent. */
export const scopeOf = (
  agentScope: "main" | "shared",
  sessionKind: string | null,
  asked: string | undefined,
): "main" | "shared" => {
  const isMain =
    agentScope === "main" &&
    (sessionKind === null || sessionKind === "main") &&
    (asked === undefined || asked === "main");
  return isMain ? "main" : "shared";
};
