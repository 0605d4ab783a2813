import { estimateEncoder } from "../../src/main/tokens/estimate-encoder.ts";
import { estimateCorpus, type Sample } from "./corpus.ts";
import { fourCharacters } from "./four-characters.ts";
import { loadTokenizers } from "./tokenizers.ts";

type Row = readonly string[];

/** How far the estimate for unknown models is off, by kind of text, beside the rule of thumb it replaced. */
export const estimateRows = async (): Promise<{
  readonly head: Row;
  readonly rows: readonly Row[];
  readonly against: readonly string[];
}> => {
  const tokenizers = await loadTokenizers();
  const samples = estimateCorpus("held");
  const ours = (text: string) => estimateEncoder.count(text, () => {}).tokens;
  const rowOf = (kind: string, of: readonly Sample[]): Row => {
    const errors = (estimate: (text: string) => number) =>
      of.flatMap(({ text }) => tokenizers.map(({ count }) => estimate(text) / count(text) - 1));
    return [kind, ...figures(errors(fourCharacters)), ...figures(errors(ours))];
  };
  const kinds = [...new Set(samples.map(({ kind }) => kind))];
  return {
    head: [
      "",
      ...["four characters", "now"].flatMap((name) => [
        `${name}: mean error`,
        "worst tenth",
        "too low",
        "by over 10 %",
      ]),
    ],
    rows: [
      ...kinds.map((kind) =>
        rowOf(
          kind,
          samples.filter((sample) => sample.kind === kind),
        ),
      ),
      rowOf("all texts", samples),
    ],
    against: tokenizers.map(({ name }) => name),
  };
};

/** The mean size of an error, the size that a tenth of them passes, and how many are estimated too low, at all and by over 10 %; in %. */
const figures = (errors: readonly number[]): readonly string[] => {
  const sizes = errors.map(Math.abs).toSorted((a, b) => a - b);
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  const worst = sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * 0.9))] ?? 0;
  const below = (limit: number) => errors.filter((error) => error < limit).length / errors.length;
  return [mean, worst, below(0), below(-0.1)].map((share) => `${(100 * share).toFixed(0)} %`);
};
