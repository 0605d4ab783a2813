/** The folder that the user typed into a form. */
export const folderIn = (form: HTMLFormElement): string => {
  const folder = new FormData(form).get("folder");
  return typeof folder === "string" ? folder.trim() : "";
};
