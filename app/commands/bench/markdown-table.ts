/** A table in Markdown; all columns but the first hold figures. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = header.map((_, column) => (column === 0 ? "---" : "---:"))
  return [header, line, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

/** Milliseconds, with a decimal where that says something. */
export function figure(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 10 ? 1 : 0)
}
