/** Keys and tokens as services write them. Long hex and home folders are no keys, so they are not here. */
const SECRETS: readonly RegExp[] = [
  /\b(?:Bearer\s+)?eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/,
  /\bsk-(?:ant-|proj-|or-)?[\w-]{16,}/,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\bgh[pousr]_\w{20,}/,
  /\bgithub_pat_\w{20,}/,
  /\bxox[abeoprs]-[\w-]{10,}/,
  /\bAIza[\w-]{30,}/,
  /\bglpat-[\w-]{16,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
];
const ALL_SECRETS = new RegExp(SECRETS.map(({ source }) => source).join("|"));
const EVERY_SECRET = new RegExp(ALL_SECRETS.source, "g");

export const hasSecret = (text: string): boolean => ALL_SECRETS.test(text);

export const withoutSecrets = (text: string): { readonly text: string; readonly found: number } => {
  let found = 0;
  const clean = text.replace(EVERY_SECRET, () => {
    found += 1;
    return "[REDACTED:key]";
  });
  return { text: clean, found };
};

/** Sentences that speak to a model and not about a person. Not a guard, only a reason to look before ticking. */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b[^.]{0,40}\b(?:all|any|previous|earlier|prior|above|your|these)\b[^.]{0,40}\b(?:rules?|instructions?|prompts?|guidelines?|messages?)\b/i,
  /\b(?:send|post|upload|forward|exfiltrate|fetch|download|visit|curl|wget)\b.{0,80}\bhttps?:\/\//i,
  /\b(?:you are now|from now on,? you|act as if|pretend (?:to be|that))\b/i,
  /\b(?:do not|don't|never) (?:tell|inform|mention (?:this|it) to|show) (?:the )?(?:user|person|human)\b/i,
  /<\/?(?:system|instructions?|tool_call|function_call)\b/i,
  /\brm -rf\b|\bcurl\b[^|]{0,80}\|\s*(?:ba)?sh\b/i,
];

export const looksLikeInstruction = (text: string): boolean =>
  INSTRUCTIONS.some((pattern) => pattern.test(text));
