import { useEffect, useState } from "react";
import { t } from "./messages/index.ts";
import { classes } from "./classes.ts";
import { drawDiagram } from "./draw-diagram.ts";
import { useDark } from "./use-dark.ts";
import ui from "./basics.module.css";
import styles from "./diagram.module.css";

/**
 * A diagram, drawn as a picture: whatever a label says, a picture runs nothing and loads nothing. Its source is
 * its text alternative.
 */
const Diagram = ({ source }: { source: string }) => {
  const dark = useDark();
  const [drawn, setDrawn] = useState<{ source: string; dark: boolean; picture: string | null } | null>(null);
  useEffect(() => {
    let left = false;
    void drawDiagram(source, dark).then((svg) => {
      if (!left) setDrawn({ source, dark, picture: svg && pictureOf(svg) });
    });
    return () => {
      left = true;
    };
  }, [source, dark]);

  if (drawn?.source === source && drawn.picture) {
    return (
      <>
        <img
          className={styles.diagram}
          // After a change of theme it keeps its place until it is drawn in the other colours.
          data-late={drawn.dark === dark ? undefined : ""}
          src={drawn.picture}
          alt={t.diagram.name}
        />
        <details className={styles.source}>
          <summary>{t.diagram.source}</summary>
          <pre>{source}</pre>
        </details>
      </>
    );
  }
  return (
    <>
      {drawn?.picture === null && (
        <p className={classes(ui.muted, ui.small, styles.failed)}>{t.diagram.failed}</p>
      )}
      <pre tabIndex={0}>{source}</pre>
    </>
  );
};

export default Diagram;

const pictureOf = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
