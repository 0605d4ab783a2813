import { OnnxGraph } from "./onnx-writer.ts";
import type { Tensor } from "./read-safetensors.ts";

export type BertConfig = {
  readonly hidden_size: number;
  readonly num_hidden_layers: number;
  readonly num_attention_heads: number;
  readonly layer_norm_eps: number;
};

const MICROSOFT = "com.microsoft";

/**
 * all-MiniLM-L6-v2 as ONNX: token ids in, the mean of the last layer out. Weights of the linear layers and
 * the word embeddings are 8-bit integers with one scale per output or word; activations are quantised at run
 * time. There is no attention mask, so all texts of a batch must have the same length.
 */
export const minilmModel = (tensorOf: (name: string) => Tensor, config: BertConfig): Buffer => {
  const graph = new OnnxGraph();
  const epsilon = { float: config.layer_norm_eps };
  const hidden = config.hidden_size;
  const floats = (name: string, { shape, values }: Tensor) => graph.tensor(name, "float32", shape, values);

  embedWords(graph, tensorOf("embeddings.word_embeddings.weight"));
  floats("pe", positionsWithType(tensorOf));
  graph.node("Gather", ["pe", "position_ids"], ["px"]);
  graph.node("Add", ["wx", "px"], ["ex"]);
  floats("eg", tensorOf("embeddings.LayerNorm.weight"));
  floats("eb", tensorOf("embeddings.LayerNorm.bias"));
  let x = graph.node("LayerNormalization", ["ex", "eg", "eb"], ["x0"], { axis: -1, epsilon });
  graph.tensor("split3", "int64", [3], BigInt64Array.from([hidden, hidden, hidden].map(BigInt)));

  for (let layer = 0; layer < config.num_hidden_layers; layer += 1) {
    const of = (name: string) => tensorOf(`encoder.layer.${layer}.${name}`);
    const p = `l${layer}_`;
    const selves = ["query", "key", "value"];
    linear(
      graph,
      x,
      `${p}qkv`,
      selves.map((name) => of(`attention.self.${name}.weight`)),
      selves.map((name) => of(`attention.self.${name}.bias`)),
    );
    graph.node("Split", [`${p}qkv`, "split3"], [`${p}q`, `${p}k`, `${p}v`], { axis: -1 });
    const heads = { num_heads: config.num_attention_heads };
    graph.node("MultiHeadAttention", [`${p}q`, `${p}k`, `${p}v`], [`${p}a`], heads, MICROSOFT);
    linear(
      graph,
      `${p}a`,
      `${p}o`,
      [of("attention.output.dense.weight")],
      [of("attention.output.dense.bias")],
    );
    floats(`${p}g1`, of("attention.output.LayerNorm.weight"));
    floats(`${p}b1`, of("attention.output.LayerNorm.bias"));
    const attended = graph.node(
      "SkipLayerNormalization",
      [`${p}o`, x, `${p}g1`, `${p}b1`],
      [`${p}x1`],
      { epsilon },
      MICROSOFT,
    );
    linear(graph, attended, `${p}h`, [of("intermediate.dense.weight")], [of("intermediate.dense.bias")]);
    graph.node("Gelu", [`${p}h`], [`${p}ge`], {}, MICROSOFT);
    linear(graph, `${p}ge`, `${p}d`, [of("output.dense.weight")], [of("output.dense.bias")]);
    floats(`${p}g2`, of("output.LayerNorm.weight"));
    floats(`${p}b2`, of("output.LayerNorm.bias"));
    x = graph.node(
      "SkipLayerNormalization",
      [`${p}d`, attended, `${p}g2`, `${p}b2`],
      [`${p}x2`],
      { epsilon },
      MICROSOFT,
    );
  }
  graph.node("ReduceMean", [x], ["emb"], { axes: [1], keepdims: 0 });
  graph.input("input_ids", "int64", ["B", "S"]);
  graph.input("position_ids", "int64", ["B", "S"]);
  graph.output("emb", "float32", ["B", hidden]);
  return graph.toModel("minilm", { "": 17, [MICROSOFT]: 1 });
};

/** Every text has token type 0, so its embedding is part of each position's. */
const positionsWithType = (tensorOf: (name: string) => Tensor): Tensor => {
  const positions = tensorOf("embeddings.position_embeddings.weight");
  const type = tensorOf("embeddings.token_type_embeddings.weight").values;
  const width = positions.shape[1] as number;
  const values = positions.values.map((value, at) => value + (type[at % width] as number));
  return { shape: positions.shape, values };
};

const embedWords = (graph: OnnxGraph, words: Tensor) => {
  const [count, width] = words.shape as [number, number];
  const { quantised, scales } = quantise(words.values, count, (row, i) => row * width + i, width);
  graph.tensor("we", "int8", [count, width], quantised);
  graph.tensor("ws", "float32", [count, 1], scales);
  graph.node("Gather", ["we", "input_ids"], ["wq"]);
  graph.node("Cast", ["wq"], ["wf"], { to: 1 });
  graph.node("Gather", ["ws", "input_ids"], ["wsg"]);
  graph.node("Mul", ["wf", "wsg"], ["wx"]);
};

/** Joins several layers with the same input into one, their outputs side by side. */
const linear = (
  graph: OnnxGraph,
  input: string,
  output: string,
  weights: readonly Tensor[],
  biases: readonly Tensor[],
): string => {
  const ins = weights[0]?.shape[1] as number;
  const outs = weights.reduce((sum, { shape }) => sum + (shape[0] as number), 0);
  const transposed = new Float32Array(ins * outs);
  let first = 0;
  for (const { shape, values } of weights) {
    const rows = shape[0] as number;
    for (let row = 0; row < rows; row += 1) {
      for (let i = 0; i < ins; i += 1) transposed[i * outs + first + row] = values[row * ins + i] as number;
    }
    first += rows;
  }
  const bias = Float32Array.from(biases.flatMap(({ values }) => [...values]));
  graph.tensor(`${output}_b`, "float32", [outs], bias);
  const { quantised, scales } = quantise(transposed, outs, (column, i) => i * outs + column, ins);
  graph.tensor(`${output}_w`, "int8", [ins, outs], quantised);
  graph.tensor(`${output}_s`, "float32", [outs], scales);
  graph.tensor(`${output}_z`, "int8", [outs], new Int8Array(outs));
  const inputs = [input, `${output}_w`, `${output}_s`, `${output}_z`, `${output}_b`];
  return graph.node("DynamicQuantizeMatMul", inputs, [output], {}, MICROSOFT);
};

/** Each group of values (a row or a column) gets the scale that maps its largest value to 127. */
const quantise = (
  values: Float32Array,
  groups: number,
  at: (group: number, i: number) => number,
  size: number,
) => {
  const scales = new Float32Array(groups);
  const quantised = new Int8Array(values.length);
  for (let group = 0; group < groups; group += 1) {
    let largest = 0;
    for (let i = 0; i < size; i += 1) largest = Math.max(largest, Math.abs(values[at(group, i)] as number));
    const scale = Math.fround(largest / 127 || 1e-9);
    scales[group] = scale;
    for (let i = 0; i < size; i += 1) {
      quantised[at(group, i)] = Math.round((values[at(group, i)] as number) / scale);
    }
  }
  return { quantised, scales };
};
