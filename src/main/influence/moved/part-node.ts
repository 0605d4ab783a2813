import type { LayerId } from "#shared/model/layer.ts";
import type { PartKind } from "#shared/model/moved-result.ts";

/** A range of characters of one message. */
export type Cut = { readonly message: number; readonly from: number; readonly to: number };

/** A part of a prompt that can be left out: a layer, some neighbours in it, a file, a section of a file. */
export type PartNode = {
  readonly id: string;
  readonly kind: PartKind;
  readonly layer: LayerId;
  /** As in the manifest; of several parts, that of the first. */
  readonly source: string;
  readonly title: string;
  /** Segments of the manifest it consists of, or of which it is a section. */
  readonly segments: readonly string[];
  /** In the order of the prompt; none touches another. */
  readonly cuts: readonly Cut[];
  /** As counted for the manifest; of a section, its share by length. */
  readonly tokens: number;
  /** None: it is measured as a whole only. */
  readonly children: readonly PartNode[];
};
