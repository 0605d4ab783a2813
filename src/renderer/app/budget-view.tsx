import { BudgetPane } from "../budget/budget-pane.tsx";
import { useWorkbench } from "./workbench-context.ts";

export const BudgetView = () => {
  const { client, budget, openFile } = useWorkbench();
  return <BudgetPane client={client} store={budget} onOpen={openFile} />;
};
