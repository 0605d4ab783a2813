import { createMermaidPlugin } from "@streamdown/mermaid";
import { useEffect, useId, useState } from "react";
import { t } from "../ui/messages/index.ts";
import { classes } from "../ui/classes.ts";
import markdownStyles from "./markdown.module.css";
import ui from "../ui/basics.module.css";

/**
 * A diagram, drawn as a picture: whatever a label says, a picture runs nothing and loads nothing. Its source is
 * its text alternative.
 */
const Diagram = ({ source }: { source: string }) => {
  const id = useId().replaceAll(/\W/g, "");
  const [drawn, setDrawn] = useState<{ source: string; picture: string | null } | null>(null);
  const dark = document.documentElement.dataset["theme"] === "dark";
  useEffect(() => {
    let left = false;
    const mermaid = createMermaidPlugin().getMermaid({
      startOnLoad: false,
      securityLevel: "strict",
      suppressErrorRendering: true,
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      theme: dark ? "dark" : "neutral",
      fontFamily: "sans-serif",
    });
    mermaid.render(`diagram${id}`, source).then(
      ({ svg }) => left || setDrawn({ source, picture: pictureOf(svg) }),
      () => left || setDrawn({ source, picture: null }),
    );
    return () => {
      left = true;
    };
  }, [source, dark, id]);

  if (drawn?.source === source && drawn.picture) {
    return (
      <>
        <img className={markdownStyles.mdDiagram} src={drawn.picture} alt={t.chat.code.diagram} />
        <details className={markdownStyles.chatDetails}>
          <summary>{t.chat.code.text}</summary>
          <pre>{source}</pre>
        </details>
      </>
    );
  }
  return (
    <>
      {drawn?.picture === null && (
        <p className={classes(ui.muted, ui.small, markdownStyles.mdDiagramFailed)}>
          {t.chat.code.diagramFailed}
        </p>
      )}
      <pre tabIndex={0}>{source}</pre>
    </>
  );
};

export default Diagram;

const pictureOf = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
