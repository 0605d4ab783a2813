import "../ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connect } from "../client/index.ts";
import { kept } from "../ui/kept.ts";
import { WORDS_CHANGED } from "../ui/messages/index.ts";
import { applyTheme, type Theme } from "../ui/theme.ts";
import { App } from "./app.tsx";
import { createWorkbench } from "./workbench.ts";

applyTheme(kept.read<{ theme: Theme }>("appearance", { theme: "system" }).theme);

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
  draw(0);
  // Words are read while drawing, so everything is drawn again; what the user does is kept in the workbench.
  if (import.meta.hot) addEventListener(WORDS_CHANGED, ({ timeStamp }) => draw(timeStamp));
}
