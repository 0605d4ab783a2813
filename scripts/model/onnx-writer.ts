/**
 * Writes ONNX files, as far as a BERT encoder needs it. ONNX is protobuf: a message is a run of fields, each a
 * number and a value; the numbers below are those of `onnx.proto`.
 */
export type TensorType = "float32" | "int8" | "int64";
export type Attribute = number | readonly number[] | { readonly float: number };

export class OnnxGraph {
  readonly #nodes: Buffer[] = [];
  readonly #initializers: Buffer[] = [];
  readonly #inputs: Buffer[] = [];
  readonly #outputs: Buffer[] = [];

  tensor(name: string, type: TensorType, dims: readonly number[], values: ArrayBufferView): string {
    const data = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    const parts = [...dims.map((dim) => varintField(1, dim)), varintField(2, TYPES[type])];
    this.#initializers.push(
      bytesField(5, Buffer.concat([...parts, textField(8, name), bytesField(9, data)])),
    );
    return name;
  }

  /** Returns the name of the first output. */
  node(
    operator: string,
    inputs: readonly string[],
    outputs: readonly [string, ...string[]],
    attributes: Readonly<Record<string, Attribute>> = {},
    domain = "",
  ): string {
    const body = Buffer.concat([
      ...inputs.map((input) => textField(1, input)),
      ...outputs.map((output) => textField(2, output)),
      textField(3, `n${this.#nodes.length}`),
      textField(4, operator),
      ...Object.entries(attributes).map(([name, value]) => bytesField(5, attribute(name, value))),
      ...(domain === "" ? [] : [textField(7, domain)]),
    ]);
    this.#nodes.push(bytesField(1, body));
    return outputs[0];
  }

  /** A dimension given as text is known only when the model runs. */
  input(name: string, type: TensorType, dims: readonly (number | string)[]): void {
    this.#inputs.push(bytesField(11, valueInfo(name, type, dims)));
  }

  output(name: string, type: TensorType, dims: readonly (number | string)[]): void {
    this.#outputs.push(bytesField(12, valueInfo(name, type, dims)));
  }

  toModel(name: string, operatorSets: Readonly<Record<string, number>>): Buffer {
    const graph = Buffer.concat([
      ...this.#nodes,
      textField(2, name),
      ...this.#initializers,
      ...this.#inputs,
      ...this.#outputs,
    ]);
    const sets = Object.entries(operatorSets).map(([domain, version]) =>
      bytesField(
        8,
        Buffer.concat([...(domain === "" ? [] : [textField(1, domain)]), varintField(2, version)]),
      ),
    );
    return Buffer.concat([varintField(1, IR_VERSION), bytesField(7, graph), ...sets]);
  }
}

const IR_VERSION = 8;
const TYPES: Readonly<Record<TensorType, number>> = { float32: 1, int8: 3, int64: 7 };

const attribute = (name: string, value: Attribute): Buffer => {
  if (typeof value === "number") {
    return Buffer.concat([textField(1, name), varintField(3, value), varintField(20, 2)]);
  }
  if ("float" in value) {
    return Buffer.concat([textField(1, name), floatField(2, value.float), varintField(20, 1)]);
  }
  return Buffer.concat([
    textField(1, name),
    ...value.map((item) => varintField(8, item)),
    varintField(20, 7),
  ]);
};

const valueInfo = (name: string, type: TensorType, dims: readonly (number | string)[]): Buffer => {
  const shape = Buffer.concat(
    dims.map((dim) => bytesField(1, typeof dim === "string" ? textField(2, dim) : varintField(1, dim))),
  );
  const tensor = Buffer.concat([varintField(1, TYPES[type]), bytesField(2, shape)]);
  return Buffer.concat([textField(1, name), bytesField(2, bytesField(1, tensor))]);
};

const varint = (value: number): Buffer => {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
};
const varintField = (field: number, value: number) => Buffer.concat([varint(field << 3), varint(value)]);
const bytesField = (field: number, value: Buffer) =>
  Buffer.concat([varint((field << 3) | 2), varint(value.length), value]);
const textField = (field: number, value: string) => bytesField(field, Buffer.from(value));
const floatField = (field: number, value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), bytes]);
};
