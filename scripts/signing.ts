/** Which variables sign a package; each list is one way. */
const ways = {
  mac: [["CSC_LINK", "CSC_KEY_PASSWORD"]],
  win: [
    ["WIN_CSC_LINK", "WIN_CSC_KEY_PASSWORD"],
    ["CSC_LINK", "CSC_KEY_PASSWORD"],
  ],
} as const;
const notarising = [
  ["APPLE_API_KEY", "APPLE_API_KEY_ID", "APPLE_API_ISSUER"],
  ["APPLE_ID", "APPLE_APP_SPECIFIC_PASSWORD", "APPLE_TEAM_ID"],
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** What happens to the packages for this system, one sentence each. electron-builder reads the same variables. */
export const signingSentences = (
  platform: "mac" | "win" | "linux",
  environment: Environment,
): readonly string[] => {
  if (platform === "linux")
    return ["Linux packages are not signed; their hashes and attestations are what can be checked."];
  const isSigned = ways[platform].some((way) => isComplete(way, environment));
  if (platform === "win") {
    return [
      isSigned
        ? "The Windows installers are signed."
        : `The Windows installers are not signed, and Windows warns before it starts them: ${missing(ways.win, environment)}.`,
    ];
  }
  if (!isSigned)
    return [
      `The Mac packages are not signed, and macOS does not open them without a detour: ${missing(ways.mac, environment)}.`,
    ];
  return notarising.some((way) => isComplete(way, environment))
    ? ["The Mac packages are signed and notarised."]
    : [
        `The Mac packages are signed but not notarised, and macOS refuses them at first: ${missing(notarising, environment)}.`,
      ];
};

type Way = readonly string[];

const isComplete = (way: Way, environment: Environment) => way.every((name) => Boolean(environment[name]));

/** Of the way that lacks least, so that a forgotten variable is named, not a different way. */
const missing = (all: readonly Way[], environment: Environment): string => {
  const lacking = all.map((way) => way.filter((name) => !environment[name]));
  const [least = []] = lacking.toSorted((a, b) => a.length - b.length);
  return `${least.join(", ")} ${least.length === 1 ? "is" : "are"} not set`;
};
