import type { CallToolResult } from "@modelcontextprotocol/client";

/** Characters of a result that are kept; a long result is stored in a file of the conversation. */
const MAX_CHARS = 1_000_000;
const MAX_PARTS = 200;

/** A result as text for the model. What is not text is named, with its size. */
export const resultText = ({ content, structuredContent }: CallToolResult): string => {
  const parts = content.slice(0, MAX_PARTS).map(partText);
  if (content.length > MAX_PARTS) parts.push(`[${content.length - MAX_PARTS} more parts were left out]`);
  const text = parts.join("\n\n");
  const whole = text === "" && structuredContent !== undefined ? JSON.stringify(structuredContent) : text;
  return whole.length <= MAX_CHARS
    ? whole
    : `${whole.slice(0, MAX_CHARS)}\n[${whole.length - MAX_CHARS} more characters were left out]`;
};

export const partText = (part: CallToolResult["content"][number]): string => {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
    case "audio":
      return `[${part.type}, ${part.mimeType}, ${Math.ceil((part.data.length * 3) / 4)} bytes]`;
    case "resource":
      return "text" in part.resource
        ? `[${part.resource.uri}]\n${part.resource.text}`
        : `[${part.resource.uri}, not text]`;
    case "resource_link":
      return `[${part.name}: ${part.uri}]`;
    default:
      return "[a part of an unknown kind]";
  }
};
