/** The texts of the files by path, imported at a start alone, so that a process does not keep them. */
export const functionTexts = import.meta.glob<string>("./functions/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
})
