import { Failure } from "#shared/contract/failure.ts";
import type { FileWarning } from "#shared/contract/project.ts";
import type { Signal } from "#shared/contract/signal.ts";
import type { TokenCount } from "#shared/contract/tokens.ts";
import { abortSignal } from "../base/abort-signal.ts";
import { type CountPoolOptions, createCountPool, type PoolAnswer, type WantedCuts } from "./count-pool.ts";
import { encodingForModel, type ModelEncoding, UNKNOWN_ENCODING } from "./encoding-for-model.ts";
import { isBuiltInEncoding } from "./load-encoder.ts";
import { createTokenizerFiles } from "./tokenizer-files.ts";

/** The whole count, and per limit the UTF-16 offset at which to cut. */
export type TokenCuts = { readonly count: TokenCount; readonly offsets: readonly number[] };

export type TokenCutTable = { readonly count: TokenCount; readonly table: Uint32Array };

/** Counts text off the main thread. A byte order mark at the start is not counted, as it is never sent. */
export type TokenCounter = {
  /**
   * The encoding of a model: its own tokenizer file if the settings name one, otherwise chosen by the model's
   * name.
   */
  encodingOf(model: string | null): ModelEncoding;
  /** Rejects with the signal's reason when it is aborted. */
  count(text: string, encoding: string, signal?: Signal): Promise<TokenCount>;
  /**
   * Per limit, the UTF-16 offset at which the text must be cut so that the part before it has at most that
   * many tokens when it is counted on its own; never inside a character (code point). The text's length when
   * it all fits. A higher limit never cuts earlier.
   *
   * A cut is at the end of a token. Where characters are made of several tokens, or a shorter text splits
   * into different pieces, it falls short of the limit by a few tokens, never beyond it.
   */
  cuts(text: string, encoding: string, limits: readonly number[], signal?: Signal): Promise<TokenCuts>;
  /** The cuts for every limit from 0 to the whole count, each as above: `table[limit]`. */
  cutTable(text: string, encoding: string, signal?: Signal): Promise<TokenCutTable>;
  close(): Promise<void>;
};

/** Models with a tokenizer file of their own. */
export type TokenizerRegistry = {
  /**
   * Sets the tokenizer files per model (absolute paths of a `tokenizer.json`), replacing all earlier ones. A
   * file that is not a tokenizer leaves its model to the estimate, with a warning.
   */
  useTokenizers(files: Readonly<Record<string, string>>): Promise<void>;
  tokenizerWarnings(): readonly FileWarning[];
};

/** Counts with the vocabulary of a model file, in a process of its own. */
export type ModelFileCounter = {
  /** Null when the model is not in a file. */
  encodingOf(model: string | null): ModelEncoding | null;
  isOwn(encoding: string): boolean;
  count(text: string, encoding: string, cuts: WantedCuts, signal?: AbortSignal): Promise<PoolAnswer>;
};

export type TokenCounterOptions = CountPoolOptions & {
  /** Asked each time: it exists only after the counter. */
  readonly modelFiles?: () => ModelFileCounter | null;
};

export const createTokenCounter = (options: TokenCounterOptions = {}): TokenCounter & TokenizerRegistry => {
  const pool = createCountPool(options);
  const { modelFiles = () => null } = options;
  const tokenizers = createTokenizerFiles((encoding, tokenizer) =>
    pool.run({ encoding, tokenizer, text: "Satchel counts tokens.", cuts: "none" }),
  );

  const run = async (text: string, encoding: string, cuts: WantedCuts, signal?: Signal): Promise<Counted> => {
    const estimate = () => pool.run({ encoding: UNKNOWN_ENCODING, tokenizer: null, text, cuts }, signal);
    if (isBuiltInEncoding(encoding))
      return { encoding, ...(await pool.run({ encoding, tokenizer: null, text, cuts }, signal)) };
    const files = modelFiles();
    if (files?.isOwn(encoding)) {
      try {
        return { encoding, ...(await files.count(text, encoding, cuts, signal && abortSignal(signal))) };
      } catch (error) {
        if (signal?.aborted) throw error;
        // The engine may work the next time, so the count does not have the encoding's name.
        return { encoding: UNKNOWN_ENCODING, ...(await estimate()) };
      }
    }
    const tokenizer = tokenizers.find(encoding);
    if (!tokenizer) {
      throw new Failure("unknown-encoding", `There is no tokenizer called "${encoding}".`, { encoding });
    }
    try {
      return { encoding, ...(await pool.run({ encoding, tokenizer, text, cuts }, signal)) };
    } catch (error) {
      if (signal?.aborted) throw error;
      // A text that its tokenizer cannot handle is estimated instead.
      return { encoding, ...(await estimate()) };
    }
  };

  return {
    count: async (text, encoding, signal) => {
      const { tokens, exact, ...counted } = await run(withoutMark(text), encoding, "none", signal);
      return { tokens, encoding: counted.encoding, exact };
    },
    cuts: async (text, encoding, limits, signal) => {
      const bare = withoutMark(text);
      const { tokens, exact, offsets, ...counted } = await run(bare, encoding, limits, signal);
      return {
        count: { tokens, encoding: counted.encoding, exact },
        offsets: offsets.map(inText(text, bare)),
      };
    },
    cutTable: async (text, encoding, signal) => {
      const bare = withoutMark(text);
      const { tokens, exact, table, ...counted } = await run(bare, encoding, "table", signal);
      const offsets = table ?? new Uint32Array();
      return {
        count: { tokens, encoding: counted.encoding, exact },
        table: bare === text ? offsets : offsets.map(inText(text, bare)),
      };
    },
    encodingOf: (model) =>
      modelFiles()?.encodingOf(model) ?? tokenizers.encodingOf(model) ?? encodingForModel(model),
    useTokenizers: (files) => tokenizers.use(files),
    tokenizerWarnings: () => tokenizers.warnings(),
    close: () => pool.close(),
  };
};

/** With the encoding that was used. */
type Counted = PoolAnswer & { readonly encoding: string };

const withoutMark = (text: string): string => (text.startsWith("\ufeff") ? text.slice(1) : text);

/** Converts offsets in the text without the byte order mark to offsets in the original text. */
const inText = (text: string, bare: string) => (offset: number) =>
  offset === 0 && bare !== "" ? 0 : offset + text.length - bare.length;
