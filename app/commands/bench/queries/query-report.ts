import { figure, markdownTable } from "../figures"
import { coldLimits, WARM_LIMIT } from "./bench-queries"
import type { Measurement } from "./measure-lists.server"

export function queryReport(results: ReadonlyMap<number, Measurement[]>): string {
  const sizes = [...results.keys()]
  const names = results.get(sizes[0] ?? 0)?.map((measurement) => measurement.name) ?? []
  const header = ["query", ...sizes.map((size) => `${size.toLocaleString("en-US")} products`)]
  const rows = names.map((name, row) => [
    name,
    ...sizes.map((size) => cell(results.get(size)?.[row], coldLimits.get(size))),
  ])
  return markdownTable(header, rows)
}

function cell(measurement: Measurement | undefined, limit = Number.POSITIVE_INFINITY): string {
  if (!measurement) return "–"
  const { uncached, counted, repeated, matches } = measurement
  return `${marked(uncached, limit)} / ${marked(counted, WARM_LIMIT)} / ${marked(repeated, WARM_LIMIT)} (${matches.toLocaleString("en-US")})`
}

function marked(milliseconds: number, limit: number): string {
  const text = figure(milliseconds)
  return milliseconds > limit ? `**${text}**` : text
}
