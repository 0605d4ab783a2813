import type { UndoConflict, UndoDecision } from "#shared/contract/changes.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import ThreeTexts, { type ThreeTextsProps } from "./three-texts.tsx";

type Props = Pick<ThreeTextsProps, "merge"> & {
  conflict: UndoConflict;
  onDecide: (decision: UndoDecision) => void;
};

const words = t.changes.question;

/** All three texts of a file that cannot be undone by merging. Each file has one of its own. */
const UndoConflictView = ({ conflict, merge, onDecide }: Props) => {
  const { path, now, base, mine, theirs, reason } = conflict;
  return (
    <ThreeTexts
      words={{
        ...words,
        title: words.title(path),
        text: `${words.reasons[reason]} ${words.text}`,
        theirs: words.before,
        base: words.after,
        mine: words.now,
        save: words.saveMerged,
      }}
      {...{ path, base, mine, theirs, merge }}
      onSave={(text) => onDecide({ take: "text", path, now, text })}
    >
      <Button size="small" onClick={() => onDecide({ take: "before", path, now })}>
        {theirs === null ? words.takeNothing : mine === null ? words.bringBack : words.take}
      </Button>
      <Button size="small" onClick={() => onDecide({ take: "now", path, now })}>
        {words.keep}
      </Button>
    </ThreeTexts>
  );
};

export default UndoConflictView;
