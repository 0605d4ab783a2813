import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 bits, fresh for every launch. */
export const makeLaunchToken = (): string => randomBytes(32).toString("base64url");

/** Compares digests, so that neither the time nor an early length check reveals anything about the token. */
export const isLaunchToken = (given: string, token: string): boolean =>
  timingSafeEqual(digest(given), digest(token));

const digest = (text: string) => createHash("sha256").update(text).digest();
