import { type MatteredTab, QuotedDialog } from "../influence/quoted-dialog.tsx";
import { useWorkbench } from "./workbench-context.ts";

/** The run whose answer is looked at, and where to begin. */
export type Mattered = { readonly run: string; readonly marked: string; readonly tab: MatteredTab };

type Props = { mattered: Mattered; onClose: () => void };

/** What mattered for an answer; a place in it opens the file. */
export const MatteredDialog = ({ mattered, onClose }: Props) => {
  const { app, client, openFile, openPlace, tryWithout } = useWorkbench();
  return (
    <QuotedDialog
      client={client}
      {...mattered}
      onOpen={(path, line) => {
        onClose();
        if (line === null) openFile(path);
        else openPlace(path, { line, column: 1, length: 0 });
      }}
      onTryWithout={(path, agent) => {
        onClose();
        tryWithout(path, agent);
      }}
      onSettings={() => {
        onClose();
        app.getState().openSettings("models");
      }}
      onClose={onClose}
    />
  );
};
