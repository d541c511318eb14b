function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5)
}

/** Returns the median of each field. */
export function medians<T extends Record<string, number>>(rows: readonly T[]): T {
  const fields: (keyof T)[] = Object.keys(rows[0] ?? {})
  return Object.fromEntries(fields.map((field) => [field, median(rows.map((row) => row[field] ?? 0))])) as T
}

export function percentiles(times: readonly number[]) {
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), p99: quantile(times, 0.99) }
}

/** The columns have the names of the fields. */
export function markdownTable(rows: readonly Record<string, string>[]): string {
  const header = Object.keys(rows[0] ?? {})
  const line = header.map((_, column) => (column === 0 ? "---" : "---:"))
  return [header, line, ...rows.map(Object.values)].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

/** Returns the figures of a result in one table, and each list of results in it in one of its own. */
export function report(title: string, result: object): string {
  const isList = (value: unknown): value is object[] => Array.isArray(value) && typeof value[0] === "object"
  const fields = Object.entries(result)
  const figures = fields.filter(([, value]) => !isList(value))
  const rows = figures.map(([name, value]) => ({ [title]: name, figure: textOf(value) }))
  const lists = fields.flatMap(([name, value]) => (isList(value) ? [listOf(name, value)] : []))
  return `\n${[markdownTable(rows), ...lists].join("\n\n")}\n`
}

function listOf(title: string, rows: readonly object[]): string {
  const texts = (row: object) =>
    Object.entries(row).map(([name, value], index) => [index ? name : title, textOf(value)])
  return markdownTable(rows.map((row) => Object.fromEntries(texts(row))))
}

function textOf(value: unknown): string {
  if (value === null || Number.isNaN(value)) return "–"
  if (typeof value === "number") return value.toLocaleString("en-US", { maximumFractionDigits: value < 10 ? 2 : 0 })
  if (typeof value !== "object") return String(value)
  if (Array.isArray(value)) return value.map(textOf).join(", ") || "none"
  const parts = Object.entries(value as object).map(([name, part]) => `${name}: ${textOf(part)}`)
  return parts.join("; ") || "none"
}
