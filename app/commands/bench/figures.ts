export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export function median(numbers: readonly number[]): number {
  return quantile(ascending(numbers), 0.5)
}

export function ascending(numbers: readonly number[]): number[] {
  return numbers.toSorted((a, b) => a - b)
}

export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = header.map((_, column) => (column === 0 ? "---" : "---:"))
  return [header, line, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

export function figure(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 10 ? 1 : 0)
}
