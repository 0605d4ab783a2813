/** The tree of elements between Markdown and the page, as far as it is changed here. */
export type HastNode = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
  position?: {
    readonly start: { readonly line: number; readonly offset?: number };
    readonly end: { readonly line: number; readonly offset?: number };
  };
};

export const element = (
  tagName: string,
  properties: Record<string, unknown>,
  children: HastNode[],
): HastNode => ({ type: "element", tagName, properties, children });

export const words = (value: string): HastNode => ({ type: "text", value });

/** What a node says, without its marks. */
export const textOf = (node: HastNode): string => node.value ?? (node.children ?? []).map(textOf).join("");
