import { useEffect, useRef } from "react";
import { type Layout, type LayoutChangedMeta, useGroupRef, usePanelRef } from "react-resizable-panels";
import { useMedia } from "../ui/use-media.ts";
import { useWorkbench } from "./workbench-context.ts";

type Widths = { readonly files: number; readonly chat: number };

/** In pixels. Widths that the user set by dragging are kept; until then small windows get narrower panes. */
export const usePaneWidths = () => {
  const narrow = useMedia("(max-width: 1339px)");
  const standard: Widths = narrow ? { files: 248, chat: 408 } : { files: 256, chat: 452 };
  const { windowState } = useWorkbench();
  const chosen = windowState.read<Partial<Widths>>("widths", {});
  const widths: Widths = { ...standard, ...chosen };
  const group = useRef<HTMLDivElement>(null);
  const groupHandle = useGroupRef();
  const filesPanel = usePanelRef();
  const chatPanel = usePanelRef();

  useEffect(() => {
    // A panel that was just added starts with its default width. The group does not know it yet and would
    // throw.
    const known = groupHandle.current?.getLayout() ?? {};
    if ("files" in known) filesPanel.current?.resize(widths.files);
    if ("chat" in known) chatPanel.current?.resize(widths.chat);
  }, [widths.files, widths.chat, groupHandle, filesPanel, chatPanel]);

  const onLayoutChanged = (layout: Layout, { isUserInteraction }: LayoutChangedMeta) => {
    if (!isUserInteraction) return;
    const pixels = (share: number) => Math.round((share / 100) * (group.current?.clientWidth ?? 0));
    const { files, chat } = layout;
    windowState.write("widths", {
      ...chosen,
      ...(files && { files: pixels(files) }),
      ...(chat && { chat: pixels(chat) }),
    });
  };

  return { group, groupHandle, widths, filesPanel, chatPanel, onLayoutChanged };
};
