import { createStore } from "zustand/vanilla";
import { type GuidePlace, HELP, type HelpTopic } from "./help-topics.ts";

type HelpState = {
  readonly isOpen: boolean;
  /** Where the guide is, also while it is closed. */
  readonly place: GuidePlace;
  /** Changes with each wish, so that the same place is shown again. */
  readonly at: number;
  /** What had the focus when the guide was opened. */
  readonly before: Element | null;
};

/** The guide over the window: any part of the app may open it at a place. */
export const help = createStore<HelpState>(() => ({
  isOpen: false,
  place: HELP.firstDay,
  at: 0,
  before: null,
}));

export const openHelp = (topic: HelpTopic): void => showPlace(HELP[topic]);

export const showPlace = (place: GuidePlace): void =>
  help.setState(({ at, isOpen, before }) => ({
    isOpen: true,
    place,
    at: at + 1,
    before: isOpen ? before : document.activeElement,
  }));

export const closeHelp = (): void => help.setState({ isOpen: false });

/** To where the user was. */
export const returnFocus = (): void => {
  const { before } = help.getState();
  if (before instanceof HTMLElement && before.isConnected) before.focus();
};
