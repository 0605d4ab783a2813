/** A request for the focus that can only be granted later, because its target is still loading. */
export type FocusWish = {
  /** Grants it, unless the user has moved on to something else. */
  readonly grant: (target: Element, take: () => void) => void;
};

/** Created when the user asks; only the element focused at that moment may lose the focus. */
export const wishForFocus = (): FocusWish => {
  const holder = document.activeElement;
  return {
    grant: (target, take) => {
      if (isFree(holder) && !isBehindDialog(target)) take();
    },
  };
};

const isFree = (holder: Element | null): boolean => {
  const now = document.activeElement;
  if (!now || now === document.body || now === holder) return true;
  // A list moves the focus among its own rows while it is redrawn.
  return !isField(now) && holder !== null && (holder.contains(now) || now.contains(holder));
};

const isField = (element: Element): boolean =>
  element.matches("input, textarea, select, [contenteditable=true]");

/** A modal dialog hides everything else from assistive technology; a focus behind it would be pulled back. */
const isBehindDialog = (target: Element): boolean => target.closest("[aria-hidden=true], [inert]") !== null;
