import { print } from "../process/terminal.server"

export function percentiles(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

export const median = (numbers: readonly number[]) => percentiles(numbers).p50

/** Returns the median of each field. */
export function medians<T extends Record<string, number>>(rows: readonly T[]): T {
  const fields = Object.keys(rows[0] ?? {}).map((field) => [field, median(rows.map((row) => row[field] ?? 0))])
  return Object.fromEntries(fields)
}

export type Target = ReturnType<ReturnType<typeof aim>>

const aim = (aim: "at least" | "at most") => (limit: number, name: string, measured: number) => ({
  name,
  measured,
  aim,
  limit,
})

export const [atLeast, atMost] = [aim("at least"), aim("at most")]

/** Returns a sentence for each target that is missed. */
export function missedTargets(aims: readonly Target[]): string[] {
  const missed = aims.filter(({ measured, aim, limit }) => (aim === "at least" ? measured < limit : measured > limit))
  return missed.map(({ name, measured, aim, limit }) => `${name}: ${textOf(measured)}, ${aim} ${textOf(limit)}`)
}

export function reported<T extends object>(title: string, result: T): T {
  print(report(title, result))
  return result
}

/** Returns the figures of a result in one Markdown table, and each of its lists in another. */
export function report(title: string, result: object): string {
  const isList = (value: unknown): value is object[] => Array.isArray(value) && typeof value[0] === "object"
  const fields = Object.entries(result)
  const figures = fields.filter(([, value]) => !isList(value)).map(([name, figure]) => ({ name, figure }))
  const tables = [[title, figures] as const, ...fields.filter(([, value]) => isList(value))]
  return tables.map(([name, rows]) => `\n${tableOf(name, rows)}\n`).join("")
}

/** The first column has the name of the list. */
function tableOf(name: string, rows: readonly object[]): string {
  const [, ...header] = Object.keys(rows[0] ?? {})
  const cells = rows.map((row) => Object.values(row).map(textOf))
  const lines = [[name, ...header], ["---", ...header.map(() => "---:")], ...cells]
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n")
}

function textOf(value: unknown): string {
  if (value === null || Number.isNaN(value)) return "–"
  if (typeof value === "number") return value.toLocaleString("en-US", { maximumFractionDigits: value < 10 ? 2 : 0 })
  if (typeof value !== "object") return String(value)
  if (Array.isArray(value)) return value.map(textOf).join("; ") || "none"
  const parts = Object.entries(value).map(([name, part]) => `${name}: ${textOf(part)}`)
  return parts.join(", ") || "none"
}
