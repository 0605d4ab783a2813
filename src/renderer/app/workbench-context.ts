import { createContext, use } from "react";
import { useStore } from "zustand";
import type { AppState } from "./app-store.ts";
import type { Workbench } from "./workbench.ts";

export const WorkbenchContext = createContext<Workbench | null>(null);

export const useWorkbench = (): Workbench => {
  const workbench = use(WorkbenchContext);
  if (!workbench) throw new Error("There is no workbench above this component.");
  return workbench;
};

export const useApp = <Slice>(select: (state: AppState) => Slice): Slice =>
  useStore(useWorkbench().app, select);
