/** Where notices can be; the first is where people expect them. */
export const CORNERS = ["bottom-right", "bottom-left", "bottom-center", "top-center"] as const;
export type Corner = (typeof CORNERS)[number];

export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/**
 * The first corner in which a notice covers none of the controls, `wanted` before the others; the usual one when
 * there is none.
 */
export const freeCorner = (
  places: Readonly<Record<Corner, Box>>,
  controls: readonly Box[],
  wanted: Corner = CORNERS[0],
): Corner =>
  [wanted, ...CORNERS].find((corner) => controls.every((control) => !isOver(places[corner], control))) ??
  CORNERS[0];

const isOver = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * Pixels of a notice, and its distance from the edges. Two lines are the usual most. It is as wide as the panel on the
 * right of a view, where there is one, and at the top it leaves the header of a view free.
 */
export const NOTICE = { width: 320, height: 64, bottom: 92, side: 12, top: 92 };
const RAIL = 60;

/** The places of a notice in the window as it is now. */
export const noticePlaces = (conversationLeft: number): Readonly<Record<Corner, Box>> => {
  const { innerWidth, innerHeight } = window;
  const bottom = innerHeight - NOTICE.bottom;
  const at = (left: number, top: number): Box => ({
    left,
    top,
    right: left + NOTICE.width,
    bottom: top + NOTICE.height,
  });
  const middle = (innerWidth - NOTICE.width) / 2;
  return {
    "bottom-right": at(conversationLeft - NOTICE.side - NOTICE.width, bottom - NOTICE.height),
    "bottom-left": at(RAIL + NOTICE.side, bottom - NOTICE.height),
    "bottom-center": at(middle, bottom - NOTICE.height),
    "top-center": at(middle, NOTICE.top),
  };
};

const CONTROLS =
  "button, a[href], input, textarea, select, [role=button], [role=slider], [role=tab], [role=switch]";

/** What can be pressed or typed into, as it is on the screen. The editor’s hidden field is not. */
export const shownControls = (): readonly Box[] =>
  [...document.querySelectorAll(CONTROLS)].flatMap((control): Box[] => {
    if (control.closest("[data-sonner-toaster], [data-takes-keys], [hidden], [inert]")) return [];
    const box = control.getBoundingClientRect();
    return box.width > 0 && box.height > 0 ? [box] : [];
  });
