/** What the tree puts on a file that is dragged, for whoever takes it outside the tree. */
export const draggedPath = "application/x-satchel-path";
