import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";

/** Why a question with a picture is not sent to a model; null when it is. `sees`: null where nobody says. */
export const pictureRefusal = ({ provider, model }: Agent, sees: boolean | null): Failure | null => {
  if (sees === true) return null;
  const detail = { provider, model };
  const rest = "Choose a model that sees pictures, or take the picture out. Nothing was sent.";
  if (provider === null || model === null)
    return new Failure(
      "model-cannot-see",
      `Without a language model nobody sees the picture. ${rest}`,
      detail,
    );
  if (sees === false)
    return new Failure("model-cannot-see", `${model} does not see pictures. ${rest}`, detail);
  return new Failure(
    "pictures-unknown",
    `The server does not say whether ${model} sees pictures. If it does, say so in Settings, at the model. ` +
      "Nothing was sent.",
    detail,
  );
};
