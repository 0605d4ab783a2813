import "../ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connect } from "../client/index.ts";
import { kept } from "../ui/kept.ts";
import { type LanguageChoice, showLanguage, WORDS_CHANGED } from "../ui/messages/index.ts";
import { applyTheme, type Theme } from "../ui/theme.ts";
import { App } from "./app.tsx";
import { createWorkbench } from "./workbench.ts";

const worn = kept.read<{ theme?: Theme; language?: LanguageChoice }>("appearance", {});
applyTheme(worn.theme ?? "system");

/** Focuses what takes the place of an element; it may be drawn some frames later, when the core has answered. */
const focusAgain = (before: Element, frames: number): void => {
  const found = document.getElementById(before.id);
  if (found && found !== before) return found.focus();
  if (frames > 0) requestAnimationFrame(() => focusAgain(before, frames - 1));
};

const connection = connect();
const workbench = createWorkbench(connection.client);
const place = document.getElementById("root");
if (place) {
  const root = createRoot(place);
  const draw = (time: number) =>
    root.render(
      <StrictMode key={time}>
        <App connection={connection} workbench={workbench} />
      </StrictMode>,
    );
  // Words are read while drawing, so everything is drawn again; what the user does is kept in the workbench.
  const drawAgain = ({ timeStamp }: Event) => {
    const focused = document.activeElement;
    draw(timeStamp);
    if (focused?.id) focusAgain(focused, 120);
  };
  void showLanguage(worn.language ?? "system").finally(() => {
    draw(0);
    addEventListener(WORDS_CHANGED, drawAgain);
  });
}
