import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import type { Trouble } from "./budget-store.ts";

/** What is tried cannot be sent at all: why, and the way back. */
export const TooSmall = ({ trouble, onBack }: { trouble: Trouble; onBack: (() => void) | null }) => {
  const facts = factsOf(trouble);
  return (
    <div className="trouble next-trouble" role="alert">
      <div className="b">{facts ? t.budget.tooSmall : t.budget.failed}</div>
      <div className="m">{facts ? t.budget.tooSmallText(facts.needed, facts.usable) : trouble.message}</div>
      {facts && (
        <ul className="t12 m num">
          {facts.largest.map(({ source, tokens }) => (
            <li key={source}>
              {source} {formatCount(tokens)}
            </li>
          ))}
        </ul>
      )}
      {onBack && (
        <div className="row">
          <Button size="small" onClick={onBack}>
            {t.budget.backToSaved}
          </Button>
        </div>
      )}
    </div>
  );
};

type Facts = {
  readonly needed: number;
  readonly usable: number;
  readonly largest: readonly { readonly source: string; readonly tokens: number }[];
};

const factsOf = ({ code, detail }: Trouble): Facts | null =>
  code === "window-too-small" && typeof detail === "object" && detail !== null ? (detail as Facts) : null;
