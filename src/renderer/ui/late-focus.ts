/** A wish for the keys that can only be granted later, because what should take them is still loading. */
export type FocusWish = {
  /** Grants it, unless the user has gone on to something else meanwhile. */
  readonly grant: (target: Element, take: () => void) => void;
};

/** Made at the moment the user asks; who has the keys then is who may lose them. */
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
  // A list moves the keys among its own rows while it is drawn again.
  return !isField(now) && holder !== null && (holder.contains(now) || now.contains(holder));
};

const isField = (element: Element): boolean =>
  element.matches("input, textarea, select, [contenteditable=true]");

/** A modal dialog hides everything else from assistive technology; a focus behind it would be pulled back. */
const isBehindDialog = (target: Element): boolean => target.closest("[aria-hidden=true], [inert]") !== null;
