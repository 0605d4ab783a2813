import { createMermaidPlugin } from "@streamdown/mermaid";
import type { DiagramAnswer, DiagramQuestion } from "./draw-diagram.ts";

/**
 * Runs in a frame of its own, without the page's origin: whatever a diagram does to the program that draws it stays
 * here. It hears a source, says a picture, and has nothing else.
 */
addEventListener("message", (event: MessageEvent<DiagramQuestion>) => {
  if (event.source !== parent) return;
  const { id, source, dark } = event.data;
  const answer = (picture: string | null) =>
    parent.postMessage({ id, picture } satisfies DiagramAnswer, { targetOrigin: "*" });
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
    ({ svg }) => answer(svg),
    () => answer(null),
  );
});

parent.postMessage({ id: 0, picture: null } satisfies DiagramAnswer, { targetOrigin: "*" });
