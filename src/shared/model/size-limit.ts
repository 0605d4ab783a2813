/** Sizes above which a file is used in part or not at all, in bytes. The core obeys them and the screen states them. */

/** A larger text opens read-only, and only its beginning is counted, sent and recalled. */
export const MAX_EDITABLE_BYTES = 5 * 1024 * 1024;

/** A larger file does not open: its text would not fit through the contract. */
export const MAX_READABLE_BYTES = 64 * 1024 * 1024;

/** A larger picture is not shown. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

/** All pictures of one page. */
export const MAX_PAGE_PICTURE_BYTES = 100 * 1024 * 1024;

/** The largest document that is attached from outside the project; one frame of a socket holds it. */
export const MAX_ATTACHED_BYTES = 20 * 1024 * 1024;

/** The largest text that is attached from outside the project; a larger one belongs in it. */
export const MAX_ATTACHED_TEXT_BYTES = 1024 * 1024;
