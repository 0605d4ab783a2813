import { expect, it, vi } from "vitest";
import { checkedLink } from "./external-links.ts";

vi.mock("electron", () => import("./stand-in-electron.ts"));

it.each(["https://example.org/a?b#c", "http://localhost:11434/", "mailto:someone@example.org"])(
  "opens %s",
  (address) => expect(checkedLink(address)).toBe(address),
);

it.each([
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,x",
  "satchel://app/index.html",
  "smb://server/share",
  "ms-settings:privacy",
  "https://bank.example@evil.example/",
  "mailto:a@b.example?attach=/etc/passwd",
  "mailto:a@b.example?subject=x&Attachment=/etc/passwd",
  "//no-scheme.example",
  "",
  `https://example.org/${"a".repeat(2048)}`,
])("never opens %s", (address) => expect(checkedLink(address)).toBeNull());
