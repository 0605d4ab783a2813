import type { FindingKind, Xray } from "#shared/contract/readers.ts";
import type { ReaderProfile } from "#shared/model/reader.ts";

const LEVELS: Readonly<Record<FindingKind, "error" | "warning" | "note">> = {
  cut: "error",
  "over-limit": "error",
  hidden: "warning",
  inactive: "warning",
  twice: "note",
  order: "note",
  outside: "note",
  unstable: "note",
};

/** The findings as SARIF 2.1.0, one rule per tool and rule. */
export const sarifOf = ({ findings, files }: Xray, profiles: readonly ReaderProfile[]): unknown => {
  const rules = new Map<
    string,
    { readonly id: string; readonly profile: ReaderProfile; readonly text: string }
  >();
  for (const { reader, rule } of findings) {
    const profile = profiles.find(({ id }) => id === reader);
    const id = `${reader}/${rule}`;
    if (profile)
      rules.set(id, {
        id,
        profile,
        text: Object.hasOwn(profile.rules, rule) ? (profile.rules[rule] ?? "") : "",
      });
  }
  const ids = [...rules.keys()];
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "satchel xray",
            rules: [...rules.values()].map(({ id, profile, text }) => ({
              id,
              name: profile.name,
              shortDescription: { text: `${profile.name}: what it reads` },
              fullDescription: { text: text === "" ? profile.name : text },
              help: {
                text: `Checked ${profile.checked} in version ${profile.version}, confidence ${profile.confidence}. Source: ${profile.source}.`,
              },
            })),
          },
        },
        results: findings.map(({ kind, reader, rule, text, file, line }) => ({
          ruleId: `${reader}/${rule}`,
          ruleIndex: ids.indexOf(`${reader}/${rule}`),
          level: LEVELS[kind],
          message: { text },
          properties: { kind },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(file === null ? "." : (files[file]?.path ?? ".")) },
                region: { startLine: Math.max(1, line) },
              },
            },
          ],
        })),
      },
    ],
  };
};
