import { useState } from "react";
import { BudgetPane } from "../budget/budget-pane.tsx";
import { type Mattered, MatteredDialog } from "./mattered-dialog.tsx";
import { useApp, useWorkbench } from "./workbench-context.ts";

export const BudgetView = () => {
  const { client, budget, openFile, openPlace, tryWithout, tryVariant } = useWorkbench();
  const searched = useApp((state) => state.project?.searched ?? null);
  const [mattered, setMattered] = useState<Mattered | null>(null);
  return (
    <>
      <BudgetPane
        client={client}
        store={budget}
        searched={searched}
        onOpen={openFile}
        onPlace={(path, line) => openPlace(path, { line, column: 1, length: 0 })}
        onMattered={(run) => setMattered({ run, marked: "", tab: "moved" })}
        onTryWithout={tryWithout}
        onTryVariant={tryVariant}
      />
      {mattered && <MatteredDialog mattered={mattered} onClose={() => setMattered(null)} />}
    </>
  );
};
