/** The data type of a dragged file, for drop targets outside the tree. */
export const draggedPath = "application/x-satchel-path";
