import "../ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connect } from "../client/index.ts";
import { kept } from "../ui/kept.ts";
import { applyTheme, type Theme } from "../ui/theme.ts";
import { App } from "./app.tsx";
import { createWorkbench } from "./workbench.ts";

applyTheme(kept.read<{ theme: Theme }>("appearance", { theme: "system" }).theme);

const connection = connect();
const workbench = createWorkbench(connection.client);
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App connection={connection} workbench={workbench} />
    </StrictMode>,
  );
}
