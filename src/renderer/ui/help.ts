import { createStore } from "zustand/vanilla";
import { type GuidePlace, HELP, type HelpTopic } from "./help-topics.ts";

type HelpState = {
  readonly isOpen: boolean;
  /** Where the guide is, also while it is closed. A new object each time, so that the same place is shown again. */
  readonly wanted: { readonly place: GuidePlace };
  /** What had the focus when the guide was opened. */
  readonly before: Element | null;
};

/** The guide over the window: any part of the app may open it at a place. */
export const help = createStore<HelpState>(() => ({
  isOpen: false,
  wanted: { place: HELP.firstDay },
  before: null,
}));

export const openHelp = (topic: HelpTopic): void => showPlace(HELP[topic]);

export const showPlace = (place: GuidePlace): void =>
  help.setState(({ isOpen, before }) => ({
    isOpen: true,
    wanted: { place },
    before: isOpen ? before : document.activeElement,
  }));

export const closeHelp = (): void => help.setState({ isOpen: false });

/** To where the user was. */
export const returnFocus = (): void => {
  const { before } = help.getState();
  if (before instanceof HTMLElement && before.isConnected) before.focus();
};
