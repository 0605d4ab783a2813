/** Begins the name of an encoding that is the vocabulary of a model file; its hash follows. */
export const MODEL_FILE_ENCODING = "model-file@";

/**
 * An encoding's name as shown to people: for a tokenizer file without the hash that distinguishes two files.
 */
export const encodingName = (encoding: string): string => {
  if (encoding === "estimate") return "no known tokenizer";
  if (encoding.startsWith(MODEL_FILE_ENCODING)) return "the model’s own vocabulary";
  return encoding.replace(/@[0-9a-f]{16}$/, "");
};
