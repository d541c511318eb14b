/** The value at that part of numbers in ascending order; 0 if there are none. */
export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export function median(numbers: readonly number[]): number {
  return quantile(ascending(numbers), 0.5)
}

export function ascending(numbers: readonly number[]): number[] {
  return numbers.toSorted((a, b) => a - b)
}

/** A table in Markdown; all columns but the first hold figures. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = header.map((_, column) => (column === 0 ? "---" : "---:"))
  return [header, line, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

/** Milliseconds, with a decimal below 10. */
export function figure(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 10 ? 1 : 0)
}
