import { ShareDialog } from "../team/share-dialog.tsx";
import { useApp, useWorkbench } from "./workbench-context.ts";

/** Whatever view something is shared from. */
export const TeamShare = () => {
  const { team } = useWorkbench();
  const openSettings = useApp((state) => state.openSettings);
  return <ShareDialog store={team} onSettings={() => openSettings("team")} />;
};
