import { type GgufTensor, type GgufValue, writeGguf } from "./write-gguf.ts";

/** How a small model is made. */
export type SmallModel = {
  /** What the model says: each piece is one token, and the last is followed by the end of the answer. */
  readonly says?: readonly string[];
  /** It says the same again and again, and never ends. */
  readonly endless?: boolean;
  /** The window it was trained for. */
  readonly window?: number;
  /** A Jinja template; null: the file has none. */
  readonly template?: string | null;
  /** Further tokens of the vocabulary. One that exists already makes llama.cpp abort the process. */
  readonly extraTokens?: readonly string[];
  /** The file is as long as this, without using the disk. */
  readonly size?: number;
  /** Weights that depend on everything read, in place of those that say `says`. */
  readonly random?: boolean;
  /**
   * Words it finds in the prompt and says after `says`: which of them stands there decides the answer, and without
   * any of them it is at a loss. Each is one token.
   */
  readonly finds?: readonly string[];
  readonly name?: string;
};

export const STORY = ["Once", " upon", " a", " time", " there", " was", " a small", " fox", "."] as const;

const START = "<|im_start|>";
const END = "<|im_end|>";

export const CHATML =
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

/**
 * Writes a real model of under 1 MB that llama.cpp loads and runs: a vocabulary of bytes and a few words, a chat
 * template, one layer. Its weights are made, not trained: the token that was read last decides the next one, so it
 * tells one short story after every question. `random` weights depend on the whole prompt and say nothing sensible;
 * with `finds`, one word of the prompt decides the end of the answer.
 */
export const writeSmallModel = (path: string, options: SmallModel = {}): void => {
  const { says = STORY, endless = false, window = 8192, template = CHATML } = options;
  const { finds = [] } = options;
  const vocabulary = vocabularyOf(
    [...says, ...finds, ...(finds.length > 0 ? [FOUND_END] : [])],
    options.extraTokens ?? [],
  );
  const { tokens } = vocabulary;
  const next = endless
    ? new Map([...pairs(tokens, says), [idOf(tokens, says.at(-1) ?? ""), idOf(tokens, says[0] ?? "")]])
    : new Map([...pairs(tokens, says), [idOf(tokens, says.at(-1) ?? ""), tokens.indexOf(END)]]);
  if (finds.length > 0) {
    next.delete(idOf(tokens, says.at(-1) ?? ""));
    for (const word of finds) next.set(idOf(tokens, word), idOf(tokens, FOUND_END));
    next.set(idOf(tokens, FOUND_END), tokens.indexOf(END));
  }
  // The prompt ends with a line break, after the word "assistant".
  next.set(tokens.indexOf("<0x0A>"), idOf(tokens, says[0] ?? ""));
  const header: Record<string, GgufValue> = {
    "general.architecture": string("llama"),
    "general.name": string(options.name ?? "Small story model"),
    "general.file_type": u32(0),
    "llama.context_length": u32(window),
    "llama.embedding_length": u32(WIDTH),
    "llama.block_count": u32(1),
    "llama.feed_forward_length": u32(WIDTH),
    "llama.attention.head_count": u32(HEADS),
    "llama.attention.head_count_kv": u32(HEADS),
    "llama.attention.layer_norm_rms_epsilon": { type: "f32", value: 1e-5 },
    "llama.rope.dimension_count": u32(WIDTH / HEADS),
    // A word is found however far back it is.
    ...(finds.length > 0 ? { "llama.rope.freq_base": { type: "f32", value: 1e9 } as const } : {}),
    "llama.vocab_size": u32(tokens.length),
    "tokenizer.ggml.model": string("llama"),
    "tokenizer.ggml.tokens": { type: "strings", value: tokens },
    "tokenizer.ggml.scores": { type: "floats", value: vocabulary.scores },
    "tokenizer.ggml.token_type": { type: "ints", value: vocabulary.types },
    "tokenizer.ggml.bos_token_id": u32(1),
    "tokenizer.ggml.eos_token_id": u32(tokens.indexOf(END)),
    "tokenizer.ggml.unknown_token_id": u32(0),
    "tokenizer.ggml.add_bos_token": { type: "bool", value: false },
    "tokenizer.ggml.add_space_prefix": { type: "bool", value: false },
    ...(template === null ? {} : { "tokenizer.chat_template": string(template) }),
  };
  const found = finds.map((word) => idOf(tokens, word));
  const tensors =
    options.random === true ? randomTensors(tokens.length) : sayingTensors(tokens.length, next, found);
  writeGguf(path, header, tensors, options.size);
};

const WIDTH = 128;
const HEADS = 4;
const NORMAL = 1;
const UNKNOWN = 2;
const CONTROL = 3;
const BYTE = 6;

const u32 = (value: number): GgufValue => ({ type: "u32", value });
const string = (value: string): GgufValue => ({ type: "string", value });

/** As SentencePiece writes a space. */
const written = (piece: string): string => piece.replaceAll(" ", "\u2581");
const idOf = (tokens: readonly string[], piece: string): number => tokens.indexOf(written(piece));

const pairs = (tokens: readonly string[], says: readonly string[]): [number, number][] =>
  says.slice(1).map((piece, index) => [idOf(tokens, says[index] ?? ""), idOf(tokens, piece)]);

/** Control tokens, all bytes, printable characters, and the words of the story with every beginning of theirs. */
const vocabularyOf = (says: readonly string[], extra: readonly string[]) => {
  const tokens = ["<unk>", "<s>", START, END];
  const types = [UNKNOWN, CONTROL, CONTROL, CONTROL];
  const scores = [0, 0, 0, 0];
  const add = (token: string, type: number, score: number) => {
    tokens.push(token);
    types.push(type);
    scores.push(score);
  };
  for (let byte = 0; byte < 256; byte++)
    add(`<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`, BYTE, 0);
  add("\u2581", NORMAL, -1);
  for (let code = 33; code < 127; code++) add(String.fromCharCode(code), NORMAL, -2);
  const words = [...says, " the", " of", " and", " in", " is", " you"].map(written);
  let score = -3;
  // SentencePiece joins two neighbours at a time, so a word is reached through its beginnings.
  for (const word of words)
    for (let end = 2; end <= word.length; end++)
      if (!tokens.includes(word.slice(0, end))) add(word.slice(0, end), NORMAL, (score -= 0.01));
  for (const token of extra) add(written(token), NORMAL, (score -= 0.01));
  return { tokens, types, scores };
};

const LAYER = ["attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"] as const;

/**
 * The output of a token is the sum of the embeddings of those it follows. Without words to find, the layer adds
 * nothing. With them, it looks for them: number 0 of an embedding is the same in all tokens and asks, number 1 is set
 * only in those words and answers. The second half of an embedding is empty; what is found is put there.
 */
const sayingTensors = (
  count: number,
  next: ReadonlyMap<number, number>,
  found: readonly number[],
): GgufTensor[] => {
  const random = randomNumbers(7);
  const embedding = Float32Array.from({ length: count * WIDTH }, () => random() * 2 - 1);
  const output = new Float32Array(count * WIDTH);
  if (found.length > 0)
    for (let token = 0; token < count; token++) {
      embedding.fill(0, token * WIDTH + HALF, (token + 1) * WIDTH);
      embedding[token * WIDTH] = 1;
      embedding[token * WIDTH + 1] = found.includes(token) ? 1 : 0;
    }
  const add = (to: number, from: number, offset: number) => {
    for (let at = 0; at < WIDTH - offset; at++)
      output[to * WIDTH + at + offset] =
        (output[to * WIDTH + at + offset] ?? 0) + (embedding[from * WIDTH + at] ?? 0);
  };
  for (const [from, to] of next) add(to, from, 0);
  for (const word of found) add(word, word, HALF);
  const layer = found.length > 0 ? SEARCH : {};
  return [
    tensor("token_embd.weight", [WIDTH, count], embedding),
    tensor("output.weight", [WIDTH, count], output),
    ...norms(),
    ...LAYER.map((name) => matrix(name, layer[name] ?? (() => 0))),
  ];
};

const HALF = WIDTH / 2;
/** Ends an answer that found its word. */
const FOUND_END = ".";
/** Less than what always follows has, so that a found word is said only where nothing else follows. */
const FOUND_WEIGHT = 0.3;
/** Of each head, a number that the position of a token hardly turns. */
const STEADY = WIDTH / HEADS - 2;
const ATTENTION = 5;

type Layer = Partial<Record<(typeof LAYER)[number], (to: number, from: number) => number>>;
const SEARCH: Layer = {
  attn_q: (to, from) => (to % (WIDTH / HEADS) === STEADY && from === 0 ? ATTENTION : 0),
  attn_k: (to, from) => (to % (WIDTH / HEADS) === STEADY && from === 1 ? ATTENTION : 0),
  attn_v: (to, from) => (to === from && from > 1 ? 1 : 0),
  attn_output: (to, from) => (to === from + HALF ? FOUND_WEIGHT : 0),
};

const randomTensors = (count: number): GgufTensor[] => {
  const random = randomNumbers(11);
  const weight = () => (random() * 2 - 1) * 0.3;
  return [
    tensor(
      "token_embd.weight",
      [WIDTH, count],
      Float32Array.from({ length: count * WIDTH }, () => weight()),
    ),
    tensor(
      "output.weight",
      [WIDTH, count],
      Float32Array.from({ length: count * WIDTH }, () => weight()),
    ),
    ...norms(),
    ...LAYER.map((name) => square(name, weight)),
  ];
};

const norms = (): GgufTensor[] =>
  ["output_norm.weight", "blk.0.attn_norm.weight", "blk.0.ffn_norm.weight"].map((name) =>
    tensor(name, [WIDTH], new Float32Array(WIDTH).fill(1)),
  );

const matrix = (name: string, weight: (to: number, from: number) => number): GgufTensor =>
  tensor(
    `blk.0.${name}.weight`,
    [WIDTH, WIDTH],
    Float32Array.from({ length: WIDTH * WIDTH }, (_, at) => weight(Math.floor(at / WIDTH), at % WIDTH)),
  );

const square = (name: string, weight: () => number): GgufTensor =>
  tensor(`blk.0.${name}.weight`, [WIDTH, WIDTH], Float32Array.from({ length: WIDTH * WIDTH }, weight));

const tensor = (name: string, shape: readonly number[], data: Float32Array): GgufTensor => ({
  name,
  shape,
  data,
});

/** The same numbers on every machine, from 0 to 1. */
const randomNumbers = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};
