import { expect, it } from "vitest";
import { isLoopback } from "./is-loopback.ts";

it.each(["http://127.0.0.1:11434", "http://127.8.0.1/v1", "http://localhost:1234/v1", "http://[::1]:80"])(
  "recognises %s as this machine",
  (address) => expect(isLoopback(address)).toBe(true),
);

it.each([
  "https://api.openai.com/v1",
  "http://127.0.0.1.example.org",
  "http://192.168.0.4:11434",
  "http://localhost.example",
  "http://0.0.0.0:1",
  "",
])("%s is not", (address) => expect(isLoopback(address)).toBe(false));
