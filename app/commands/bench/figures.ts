function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5)
}

export function percentiles(times: readonly number[]) {
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), p99: quantile(times, 0.99) }
}

export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = header.map((_, column) => (column === 0 ? "---" : "---:"))
  return [header, line, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

export function figure(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 10 ? 1 : 0)
}
