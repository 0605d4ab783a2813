import { homedir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { redact } from "./redact.ts";

it("labels each kind of secret, specific rules before generic ones", () => {
  expect(redact(`key ${["sk", "ant", "api03", "x".repeat(24)].join("-")}`)).toBe(
    "key [REDACTED:anthropic_key]",
  );
  expect(redact("key sk-proj-abcdefghijklmnopqrstuvwx")).toBe("key [REDACTED:openai_key]");
  expect(redact("AKIAIOSFODNN7EXAMPLE")).toBe("[REDACTED:aws_access_key]");
  expect(redact("Bearer eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeKKF2Q")).toBe("[REDACTED:bearer_jwt]");
  expect(redact("a".repeat(64))).toBe("[REDACTED:hex]");
  expect(redact("a".repeat(63))).toBe("a".repeat(63));
  expect(redact("see /home/kate/notes and C:\\Users\\kate\\x")).toBe(
    "see [REDACTED:home_path]/notes and [REDACTED:home_path]\\x",
  );
});

it("recognises the user's home folder and root's, and long hex after a prefix", () => {
  expect(redact(`in ${join(homedir(), "notes")}`)).not.toContain(homedir());
  expect(redact("in /root/notes, not in /src/root or /roots")).toBe(
    "in [REDACTED:home_path]/notes, not in /src/root or /roots",
  );
  expect(redact(`0x${"aB".repeat(32)}`)).toBe("0x[REDACTED:hex]");
});
