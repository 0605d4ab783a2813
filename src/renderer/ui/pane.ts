/** The panes that F6 moves through, in this order. Each is marked with its name. */
export const panes = ["rail", "files", "editor", "chat"] as const;

export type PaneName = (typeof panes)[number];

export const paneElement = (name: PaneName): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-pane="${name}"]`);
