import { useEffect, useRef } from "react";
import { useMedia } from "../ui/use-media.ts";
import { createDiff } from "./create-diff.ts";
import { languageOf } from "./text-model.ts";
import styles from "./diff-view.module.css";

type Props = {
  name: string;
  before: string;
  after: string;
  /** Labels of the two sides for screen readers. */
  labels: { readonly before: string; readonly after: string };
};

/** Two texts side by side, read-only. On a narrow window one below the other. */
const DiffView = ({ name, before, after, labels }: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const sideBySide = useMedia("(min-width: 1340px)");

  useEffect(() => {
    if (!place.current) return;
    return createDiff(place.current, {
      before,
      after,
      language: languageOf(name),
      labels: { before: labels.before, after: labels.after },
      readOnly: true,
      sideBySide,
      hideUnchanged: true,
    });
  }, [name, before, after, labels.before, labels.after, sideBySide]);

  return <div className={styles.diffView} data-testid="diff" ref={place} />;
};

export default DiffView;
