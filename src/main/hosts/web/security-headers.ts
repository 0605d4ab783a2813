import { contentSecurityPolicy, pageHeaders } from "../page-policy.ts";

/** Sent with every response. */
export const securityHeaders = (host: string): Readonly<Record<string, string>> => ({
  ...pageHeaders,
  "content-security-policy": contentSecurityPolicy([`ws://${host}`]),
  "x-frame-options": "DENY",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
});
