import { BudgetPane } from "../budget/budget-pane.tsx";
import { useApp, useWorkbench } from "./workbench-context.ts";

export const BudgetView = () => {
  const { client, budget, openFile, openPlace } = useWorkbench();
  const searched = useApp((state) => state.project?.searched ?? null);
  return (
    <BudgetPane
      client={client}
      store={budget}
      searched={searched}
      onOpen={openFile}
      onPlace={(path, line) => openPlace(path, { line, column: 1, length: 0 })}
    />
  );
};
