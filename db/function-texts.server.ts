/** The texts of the files by path, imported only during a start, so that a process does not keep them in memory */
export const functionTexts = import.meta.glob<string>("./functions/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
})
